-- Text that does not compile, and fifty edits in a row, as a user types.
session.run(function()
  session.wait("the finding", function() return #session.problems() > 0 end)
  session.replace("return nil\n", "return nil, undefined\n")
  session.wait("what is skipped", function() return #session.log > 0 end)
  session.tell("broken", session.problems())
  session.replace("return nil, undefined\n", "return nil\n")
  for i = 1, 50 do
    vim.api.nvim_buf_set_lines(0, 1, 1, false, { "// 😀 " .. i })
    vim.wait(i % 10)
  end
  session.replace("pod.Labels", "/* 😀 */ pod.Labels")
  session.wait("the finding below what was typed", function() return vim.deep_equal(session.problems(), { vim.env.K8SLINT_TEST_WANT }) end)
  session.tell("typed", session.problems())
end)
