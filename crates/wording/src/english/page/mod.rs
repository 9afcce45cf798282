//! The words of the page, one module for each part of it.

pub mod characters;
pub mod connection;
pub mod controls;
pub mod editor;
pub mod files;
pub mod front_room;
pub mod help;
pub mod invitation;
pub mod keeping;
pub mod learn;
pub mod links;
pub mod panes;
pub mod puzzles;
pub mod reviewing;
pub mod settings;
pub mod setup;
pub mod sheets;
pub mod statistics;
pub mod study;
pub mod titles;
