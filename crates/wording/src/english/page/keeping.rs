//! What the browser keeps of the games that are played in it.

words! {
    not_kept = "This browser can't save anything: your games will be gone when you close this page.";
    other_tab = "This game went on in another tab. This is how it stands.";
}
