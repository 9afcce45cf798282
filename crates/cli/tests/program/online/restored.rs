//! Terminals at a table that is restored from a copy.

use std::fs;

use super::Place;

#[test]
fn players_are_told_that_their_table_was_restored_from_a_copy() {
    for by_program in [true, false] {
        let mut place = Place::open();
        let [mut ada, mut ben] = place.pair(&[]);
        ada.types_when("Choose a pit:", "4");
        ben.sees("Ada sowed 4 stones from pit 4");
        let [database, copy] = ["games.db", "copy.db"].map(|name| place.folder.path().join(name));
        let files = [&database, &copy].map(|file| file.to_str().expect("text"));
        let copied = crate::parlor(&["backup", "--database", files[0], files[1]]);
        assert!(copied.status.success(), "{copied:?}");
        ben.types_when("Choose a pit:", "2");
        ada.sees("Ben sowed ");
        place.crash();
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{ending}", database.display()));
        }
        if by_program {
            let restored = crate::parlor(&["restore", "--database", files[0], files[1]]);
            assert!(restored.status.success(), "{restored:?}");
        } else {
            fs::copy(&copy, &database).expect("a copy");
        }
        // What is typed now is meant for a table that there is not any more.
        ada.types_when("Connection lost.", "1");
        ada.sees("Your move will be sent when the connection is back.");
        place.start();
        for terminal in [&mut ada, &mut ben] {
            terminal
                .sees("This table was restored from a copy and may have lost its latest moves.");
        }
        ben.types_when("Choose a pit:", "3");
        ada.sees("Ben sowed 4 stones from pit 3");
        ada.types("q");
        assert!(ada.ends().ends_with("kalah~S~43\n"));
    }
}
