//! The app in a browser, behaviour by behaviour.

mod whole_games;
