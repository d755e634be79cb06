//! Says whether the tests against PostgreSQL ran: those that were skipped pass.

#[test]
fn postgres_is_there() {
    match std::env::var("MOSSA_TEST_POSTGRES") {
        Ok(url) if !url.is_empty() => {}
        _ => println!("SKIPPED: all tests against PostgreSQL, because MOSSA_TEST_POSTGRES is not set"),
    }
}
