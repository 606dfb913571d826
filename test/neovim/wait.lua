-- The editor itself is killed by the test.
session.run(function()
  session.wait("the finding", function() return #session.problems() > 0 end)
  vim.fn.writefile({ "ready" }, vim.env.K8SLINT_TEST_READY)
  vim.wait(120000, function() return false end)
end)
