//! Screens that are fetched when they are asked for.

words! {
    loading = "Loading…";
    missing = "This page couldn't be loaded";
    why_missing = "It is fetched the first time you open it, and works offline after that. Check your connection, then try again.";
    try_again = "Try again";
}
