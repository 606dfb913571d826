// The site is made of the pages in docs, as they are on GitHub: no page has syntax
// that only the site understands.
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const here = dirname(fileURLToPath(import.meta.url));
const docs = resolve(here, "../../docs");
// The pages are copied, because modules that they import are looked for above them.
const pages = resolve(here, "../pages");
rmSync(pages, { recursive: true, force: true });
cpSync(docs, pages, { recursive: true });

const repository = "https://github.com/k8slint/k8slint";

// slugify makes the anchors that GitHub makes, so that links work in both places.
const slugify = (heading) =>
	heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, "")
		.replace(/\s/g, "-");

// address returns where a link of a page leads on the site: code, data, and pages
// outside of docs are on GitHub, and the README of a folder is its index.
function address(href, page) {
	const [path, anchor] = href.split("#");
	if (!path || /^[a-z]+:/.test(path) || path.startsWith("/")) return href;
	const fragment = anchor ? "#" + anchor : "";
	const target = posix.join("docs", posix.dirname(page), path);
	if (!target.startsWith("docs/") || !path.endsWith(".md")) return `${repository}/blob/main/${target}${fragment}`;
	return path.replace(/README\.md$/, "index.md") + fragment;
}

// rewriteLinks does so before VitePress looks for dead ones.
function rewriteLinks(md) {
	md.core.ruler.push("rewrite-links", ({ tokens, env }) => {
		for (const token of tokens.flatMap((t) => t.children ?? [])) {
			if (token.type === "link_open") token.attrSet("href", address(token.attrGet("href"), env.relativePath));
		}
	});
}

// escapeBraces keeps {{ }} in a page text: VitePress takes it for code of Vue, but in
// fenced blocks.
function escapeBraces(md) {
	for (const rule of ["text", "code_block"]) {
		const render = md.renderer.rules[rule];
		md.renderer.rules[rule] = (...args) => render(...args).replaceAll("{{", "&#123;&#123;");
	}
}

const page = (link, text) => ({ link: "/" + link, text });

// analyzers are the pages of a folder, so that a new one needs no line here.
const analyzers = readdirSync(join(docs, "analyzers"))
	.filter((name) => name.endsWith(".md"))
	.sort()
	.map((name) => page("analyzers/" + name.slice(0, -3), name.slice(0, -3)));

// written leaves out pages that are not there.
const written = (items) => items.filter(({ link }) => link === "/" || existsSync(join(docs, link + ".md")) || existsSync(join(docs, link, "README.md")));

export default defineConfig({
	srcDir: "pages",
	outDir: process.env.SITE_OUT ?? "dist",
	base: process.env.SITE_BASE ?? "/",
	title: "k8slint",
	description: "A linter for Go code that uses client-go or controller-runtime",
	head: [["link", { rel: "icon", href: "data:," }]],
	rewrites: { "README.md": "index.md", "evidence/README.md": "evidence/index.md" },
	markdown: {
		anchor: { slugify },
		languageAlias: { starlark: "python" },
		config(md) {
			rewriteLinks(md);
			escapeBraces(md);
		},
	},
	themeConfig: {
		search: { provider: "local" },
		socialLinks: [{ icon: "github", link: repository }],
		outline: [2, 3],
		sidebar: [
			{ text: "Tutorial", items: [page("tutorial", "Your first finding")] },
			{
				text: "How-to",
				items: written([
					page("symptoms", "Symptoms and bugs"),
					page("operators", "kubebuilder, operator-sdk"),
					page("adoption", "Large repositories"),
					page("ci", "CI"),
					page("golangci-lint", "golangci-lint"),
					page("go-vet", "go vet"),
					page("pre-commit", "pre-commit"),
					page("bazel", "Bazel"),
					page("editors", "Editors"),
					page("modules", "Workspaces"),
					page("models", "Models"),
					page("unsafe-disable-deepcopy", "Turning off deep copies"),
					page("troubleshooting", "Troubleshooting"),
				]),
			},
			{ text: "Reference", items: written([page("reference", "The command"), page("configuration", "Configuration"), page("drivers", "Differences between tools"), page("glossary", "Glossary")]) },
			{ text: "Analyzers", collapsed: false, items: analyzers },
			{ text: "Explanation", items: written([page("accuracy", "How often is it right?"), page("reliability", "Reliability"), page("how-it-works", "How it works"), page("evidence/", "Evidence"), page("architecture", "Architecture")]) },
		],
	},
});
