-- A user opens a file, sees the finding, asks what it means, fixes it, and saves.
session.run(function()
  session.wait("the finding", function() return #session.problems() > 0 end)
  session.tell("opened", session.problems())
  local d = vim.diagnostic.get(0)[1]
  session.tell("message", d.message)
  session.tell("source", d.source)
  local lsp = d.user_data and d.user_data.lsp or {}
  session.tell("steps", #(lsp.relatedInformation or {}))

  vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col })
  vim.lsp.buf.hover()
  session.wait("the explanation", function() return session.preview end)
  session.tell("hover", session.preview[1])

  vim.lsp.buf.code_action()
  session.wait("the fix", function() return vim.bo.modified end)
  session.wait("the end of the finding", function() return #session.problems() == 0 end)
  session.settled("the analysis of what was saved", function() vim.cmd("write") end)
  session.tell("saved", session.problems())

  -- Undone, it is there again, though nothing is saved.
  vim.cmd("undo")
  session.wait("the finding again", function() return #session.problems() > 0 end)
  session.tell("undone", session.problems())
end)
