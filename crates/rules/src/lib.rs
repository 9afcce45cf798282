//! What a legal game is.
