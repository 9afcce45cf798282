//! A table that is restored from a copy.

use parlor_web_tests::{Mirror, Screen, remote_play};

use crate::{at_the_table, in_order, place, play, says, seat, sit_down};

const RESTORED: &str = "This table was restored from a copy and may have lost its latest moves.";

#[test]
fn players_are_told_and_see_the_table_as_it_is_now() {
    remote_play(Screen::WIDE, async |server, [ada, ben]| {
        sit_down(ada, ben, "kalah").await?;
        let (players, names) = in_order(ada, ben).await?;
        let (first, second) = if seat(ada).await? == 1 { (ada, ben) } else { (ben, ada) };
        tokio::task::block_in_place(|| server.stop());
        server.copy_database("copy.db");
        server.start_again();
        for tab in players {
            at_the_table(tab).await?;
        }
        let mut lost = Mirror::with_names("kalah", names);
        // The third pit earns another turn.
        play(&players, first, &mut lost, place(2)).await?;
        second.cable.cut();
        second.wait("document.querySelector('.table-page[data-connection=lost]')").await?;

        // An old file is put back, so that even the epoch of the log is the same.
        tokio::task::block_in_place(|| server.stop());
        server.start_with("copy.db");
        // Over the message stands what the pit would do that the pointer is still over.
        first.wait(&says("[role=status], [aria-live]", RESTORED)).await?;
        first.turns(0).await?;
        let mut mirror = Mirror::with_names("kalah", names);
        // They play on otherwise, so far that the other one's history is as long as this one.
        play(&[first], first, &mut mirror, place(0)).await?;
        second.cable.mend();
        second.wait(&says("#message", RESTORED)).await?;
        second.turns(1).await?;
        assert_eq!(second.slots().await?, first.slots().await?);
        play(&players, second, &mut mirror, place(0)).await
    });
}
