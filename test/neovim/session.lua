-- What the scripts of the test have: it works from Neovim 0.7 on.
local session = { log = {}, published = 0 }

local result = vim.env.K8SLINT_TEST_RESULT

-- told is what a script finds out, for the test to look at.
local told = {}
function session.tell(name, value)
  told[name] = value
end

function session.finish(problem)
  told.problem, told.log = problem, session.log
  vim.fn.writefile({ vim.fn.json_encode(told) }, result)
  vim.cmd(problem and "cquit!" or "qall!")
end

-- wait waits until a condition holds.
function session.wait(what, condition)
  if not vim.wait(120000, condition, 20) then
    error("waited for " .. what)
  end
end

-- run runs a script, and ends Neovim.
function session.run(script)
  local ok, problem = xpcall(script, debug.traceback)
  session.finish(not ok and tostring(problem) or nil)
end

-- problems are what is shown in the buffer, "line:character code", from 0.
function session.problems(buffer)
  local out = {}
  for _, d in ipairs(vim.diagnostic.get(buffer or 0)) do
    local code = d.code or d.user_data.lsp.code
    table.insert(out, string.format("%d:%d-%d %s", d.lnum, d.col, d.end_col, code))
  end
  table.sort(out)
  return out
end

-- settled waits until the server has published once more.
function session.settled(what, change)
  local before = session.published
  change()
  session.wait(what, function() return session.published > before end)
end

-- replace replaces a text in the buffer, and fails if it is not there.
function session.replace(old, new)
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  local from, to = text:find(old, 1, true)
  assert(from, "no " .. old)
  text = text:sub(1, from - 1) .. new .. text:sub(to + 1)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n", { plain = true }))
end

local function before(method, do_)
  local handler = vim.lsp.handlers[method]
  vim.lsp.handlers[method] = function(err, params, ...)
    do_(params)
    if handler then
      return handler(err, params, ...)
    end
  end
end

before("window/logMessage", function(p) table.insert(session.log, p.message) end)
before("window/showMessage", function(p) table.insert(session.log, p.message) end)

local shown = vim.lsp.handlers["textDocument/publishDiagnostics"]
vim.lsp.handlers["textDocument/publishDiagnostics"] = function(...)
  shown(...)
  session.published = session.published + 1
end

-- What floats above the text is kept: it closes when the cursor moves.
local float = vim.lsp.util.open_floating_preview
vim.lsp.util.open_floating_preview = function(contents, ...)
  session.preview = contents
  return float(contents, ...)
end

-- The first choice is taken.
vim.ui.select = function(items, _, choose) choose(items[1], 1) end

_G.session = session
