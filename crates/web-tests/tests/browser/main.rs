//! The app in a browser, behaviour by behaviour.

mod characters;
mod coming_back;
mod computer;
mod editor;
mod ending;
mod fair_play;
mod files;
mod front_room;
mod happenings;
mod help;
mod home_pits;
mod identity;
mod keyboard;
mod links;
mod looks;
mod mancala;
mod matches;
mod network;
mod opening;
mod own_voice;
mod phone;
mod pie_rule;
mod puzzles;
mod review;
mod scopes;
mod seats;
mod setup;
mod sound;
mod sowing;
mod statistics;
mod study;
mod tabs;
mod tic_tac_toe;
mod type_faces;
mod whole_games;
mod wishes;

/// Settings under which the result of a turn is there at once.
const INSTANT: &str = "speed Instant";
