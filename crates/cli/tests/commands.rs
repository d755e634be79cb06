//! What the program prints and how it ends, command by command.

#[test]
fn commands_print_what_they_promise() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("tests/cmd/*.toml");
}
