use anstyle::Style;
use parlor_rules::mancala::{Pit, Position, Rules, Slot, Step};
use parlor_rules::{Game, Player, Turn};

use super::{Drawing, Note, Room, Sides, Standing, key, note_on, row, rule};
use crate::palette::{FAINT, of_player, paint};

/// A Mancala board at one moment.
pub(crate) struct Moment {
    rules: Rules,
    slots: Vec<u8>,
    standings: [Standing; 2],
    /// The pits that can be played.
    playable: Vec<Slot>,
    /// The slots where something happens right now.
    marked: Vec<Slot>,
    /// The stones in the mover's hand.
    hand: u8,
}

impl Moment {
    /// The board between two turns.
    pub(super) fn at_rest(position: &Position) -> Self {
        let rules = *position.rules();
        Self {
            rules,
            slots: position.slots(),
            standings: Player::BOTH.map(|player| Standing::of(position, player)),
            playable: position.moves().map(|pit| pit.slot(&rules, position.turn())).collect(),
            marked: Vec::new(),
            hand: 0,
        }
    }

    pub(super) fn stop(&mut self, standings: [Standing; 2]) {
        self.standings = standings;
        self.playable.clear();
    }
}

/// What can be seen while stones are sown.
pub(super) fn in_motion(turn: &Turn<Position>) -> Vec<Moment> {
    let before = turn.before();
    let mut slots = before.slots();
    let moment = |step: &Step| {
        step.apply(&mut slots);
        let (marked, hand) = match *step {
            Step::Lift { from, stones } => (vec![from], stones),
            Step::Drop { into, left } => (vec![into], left),
            Step::Capture { landing, opposite, to, .. } => (vec![landing, opposite, to], 0),
            Step::Sweep { from, to, .. } => (vec![from, to], 0),
            Step::Again | Step::End(_) => return None,
        };
        let slots = slots.clone();
        Some(Moment { slots, playable: Vec::new(), marked, hand, ..Moment::at_rest(before) })
    };
    turn.steps().iter().filter_map(moment).collect()
}

pub(super) fn draw(moment: &Moment, notes: &[Note], sides: Sides, room: Room) -> Drawing {
    let size = Size::fitting(&moment.rules, room);
    let lines = Picture { moment, notes, size, sides }.lines();
    Drawing { lines, columns: size.columns(&moment.rules) }
}

/// How large the cells of a board are, without the lines between them.
#[derive(Clone, Copy)]
struct Size {
    pit: usize,
    store: usize,
    /// Rows of a pit: one for the number of stones, the others for the stones themselves.
    rows: usize,
}

impl Size {
    /// Rows of the screen that are not pits.
    const AROUND: usize = 17;

    /// The largest board that fits, or the smallest where none does.
    fn fitting(rules: &Rules, room: Room) -> Self {
        let tall = (room.rows.saturating_sub(Self::AROUND) / 2).clamp(1, 3);
        let sizes = [(7, 7, tall), (5, 7, tall), (3, 5, 1), (2, 3, 1)]
            .map(|(pit, store, rows)| Self { pit, store, rows });
        let fits = |size: &Self| size.columns(rules) <= room.columns;
        sizes.into_iter().find(fits).unwrap_or(sizes[sizes.len() - 1])
    }

    fn columns(self, rules: &Rules) -> usize {
        usize::from(rules.pits()) * (self.pit + 1) + 2 * (self.store + 1) + 1
    }
}

/// A board that is being drawn: the near player's row below, stores at the ends.
///
/// ```text
///               6     5     4     3     2     1
///     ╭───────┬─────┬─────┬─────┬─────┬─────┬─────┬───────╮
///     │       │  4  │  4  │  4  │  4  │  4  │  4  │       │
///     │   0   ├─────┼─────┼─────┼─────┼─────┼─────┤   0   │
///     │       │  4  │  4  │  4  │  4  │  4  │  4  │       │
///     ╰───────┴─────┴─────┴─────┴─────┴─────┴─────┴───────╯
///               1     2     3     4     5     6
/// ```
struct Picture<'a> {
    moment: &'a Moment,
    notes: &'a [Note],
    size: Size,
    sides: Sides<'a>,
}

impl Picture<'_> {
    fn lines(&self) -> Vec<String> {
        let (near, far) = (self.sides.near, !self.sides.near);
        let pits = vec![self.size.pit; usize::from(self.moment.rules.pits())];
        let all = [vec![self.size.store], pits.clone(), vec![self.size.store]].concat();
        let mut middle = self.half(far);
        middle.push(rule('├', '┼', '┤', &pits));
        middle.extend(self.half(near));

        let mut lines = vec![self.name(far), self.keys(far)];
        lines.push(rule('╭', '┬', '╮', &all));
        // A store is at its owner's right hand.
        let (left, right) = (self.store(far), self.store(near));
        let edge = paint(FAINT, "│");
        lines.extend(
            middle
                .iter()
                .zip(left.iter().zip(&right))
                .map(|(pits, (left, right))| format!("{edge}{left}{pits}{right}{edge}")),
        );
        lines.push(rule('╰', '┴', '╯', &all));
        lines.extend([self.keys(near), self.name(near)]);
        lines
    }

    /// The name of a player, and what is in the player's hand.
    fn name(&self, player: Player) -> String {
        let standing = self.moment.standings[player.index()];
        let columns = self.size.columns(&self.moment.rules);
        let name = standing.label(player, self.sides.names[player.index()], columns);
        if standing == Standing::ToMove && self.moment.hand > 0 {
            let hand = usize::from(self.moment.hand);
            let stones = paint(of_player(player), &"●".repeat(hand.min(columns / 2)));
            return format!("{name}  {stones} {hand}");
        }
        name
    }

    /// The numbers of a player's pits.
    fn keys(&self, player: Player) -> String {
        let keys: String = self
            .row(player)
            .map(|(pit, slot)| {
                let playable = self.moment.playable.contains(&slot);
                let note = if playable { note_on(self.notes, pit) } else { "" };
                key(&pit, note, playable, self.size.pit) + " "
            })
            .collect();
        " ".repeat(self.size.store + 2) + keys.trim_end()
    }

    /// The rows of a player's pits.
    fn half(&self, player: Player) -> Vec<String> {
        let pits: Vec<Vec<String>> = self.row(player).map(|(_, slot)| self.pit(slot)).collect();
        (0..self.size.rows)
            .map(|at| row(&pits.iter().map(|pit| pit[at].clone()).collect::<Vec<_>>()))
            .collect()
    }

    /// A player's pits from left to right, as they lie on the screen.
    fn row(&self, player: Player) -> impl Iterator<Item = (Pit, Slot)> {
        let rules = self.moment.rules;
        let mut pits: Vec<Pit> = Pit::all(&rules).collect();
        if player != self.sides.near {
            pits.reverse();
        }
        pits.into_iter().map(move |pit| (pit, pit.slot(&rules, player)))
    }

    /// The number of stones, and below it the stones in two lines.
    fn pit(&self, slot: Slot) -> Vec<String> {
        let (stones, columns) = (self.stones(slot), self.size.pit);
        let count = if stones == 0 { FAINT } else { self.style(slot).bold() };
        let mut cell = vec![self.paint(slot, count, &format!("{stones:^columns$}"))];
        let lines = self.size.rows - 1;
        let each = if stones > 3 { stones.div_ceil(lines.max(1)) } else { stones };
        let each = each.min(room_for_pile(columns));
        let mut left = stones;
        for line in 1..=lines {
            let here = if line == lines { left } else { each };
            left -= here;
            cell.push(self.paint(slot, self.style(slot), &pile(here, columns)));
        }
        cell
    }

    /// The number of stones in the middle, and the stones piled up from the ground.
    fn store(&self, owner: Player) -> Vec<String> {
        let slot = Slot::store(&self.moment.rules, owner);
        let (rows, columns) = (self.size.rows, self.size.store);
        let stones = self.stones(slot);
        let mut cell = vec![self.paint(slot, self.style(slot), &" ".repeat(columns)); 2 * rows + 1];
        cell[rows] = self.paint(slot, self.style(slot).bold(), &format!("{stones:^columns$}"));
        if rows > 1 {
            let mut left = stones;
            for at in (0..cell.len()).rev().filter(|&at| at != rows) {
                let here = if at == 0 { left } else { left.min(room_for_pile(columns)) };
                cell[at] = self.paint(slot, self.style(slot), &pile(here, columns));
                left -= here;
            }
        }
        cell
    }

    fn stones(&self, slot: Slot) -> usize {
        self.moment.slots[usize::from(slot.index())].into()
    }

    fn style(&self, slot: Slot) -> Style {
        of_player(slot.owner(&self.moment.rules))
    }

    fn paint(&self, slot: Slot, style: Style, text: &str) -> String {
        paint(if self.moment.marked.contains(&slot) { style.invert() } else { style }, text)
    }
}

/// Stones side by side; where there is no room for all, the last one becomes a plus.
fn pile(stones: usize, columns: usize) -> String {
    let room = room_for_pile(columns);
    let pile = if stones > room { "●".repeat(room - 1) + "+" } else { "●".repeat(stones) };
    format!("{pile:^columns$}")
}

/// How many stones fit side by side, with some air around them.
fn room_for_pile(columns: usize) -> usize {
    columns.saturating_sub(2).max(1)
}
