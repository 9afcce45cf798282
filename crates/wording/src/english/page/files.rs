//! Files that are dropped on the page.

words! {
    drop_to_open = "Drop a saved game to review it, a match to see its games, or statistics to add them to yours.";
    drop_to_edit = "Drop a saved game to put its position on the board.";
}
