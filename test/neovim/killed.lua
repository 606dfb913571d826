-- The server is killed; the editor starts another one.
session.run(function()
  session.wait("the finding", function() return #session.problems() > 0 end)
  local pid = vim.fn.readfile(vim.env.K8SLINT_TEST_PID)[1]
  vim.fn.system({ "kill", "-9", pid })
  session.wait("the end of the server", function()
    return #vim.lsp[vim.lsp.get_clients and "get_clients" or "get_active_clients"]() == 0
  end)
  session.tell("buffer", #vim.api.nvim_buf_get_lines(0, 0, -1, false))
  dofile(vim.env.K8SLINT_TEST_INIT) -- as after a restart
  vim.diagnostic.reset()
  vim.cmd("edit")
  session.wait("the finding", function() return #session.problems() > 0 end)
  session.tell("again", session.problems())
end)
