/// How fast the steps of a turn follow each other where they are shown one by one.
///
/// Most turns are short, and every step has its usual pause. Relay sowing can take more than a hundred
/// of them: then they come faster and faster, so that the turn is over in time. The pauses shrink as
/// the square root of the number of steps that are left, which is gentle at first, and they never add
/// up to more than there is time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Milliseconds that are left.
    time: u32,
    /// Steps that are left.
    steps: u32,
}

impl Pace {
    /// The pace of so many steps that are to take at most so many milliseconds.
    pub const fn new(time: u32, steps: usize) -> Self {
        Self { time, steps: steps as u32 }
    }

    /// The pause after the next step, in milliseconds: the usual one, or less where time is short.
    pub fn pause(&mut self, usual: u32) -> u32 {
        let pause = usual.min(3 * self.time / (2 * self.steps + 1));
        self.time -= pause;
        self.steps = self.steps.saturating_sub(1);
        pause
    }

    /// Leaves at most so many milliseconds for the steps that are left.
    pub fn hurry(&mut self, time: u32) {
        self.time = self.time.min(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(time: u32, steps: usize, usual: u32) -> Vec<u32> {
        let mut pace = Pace::new(time, steps);
        (0..steps).map(|_| pace.pause(usual)).collect()
    }

    #[test]
    fn a_short_turn_has_its_usual_pauses() {
        assert_eq!(pauses(8_000, 14, 260), [260; 14]);
        assert_eq!(pauses(8_000, 5, 600), [600; 5]);
        assert_eq!(pauses(8_000, 0, 260), [0; 0]);
    }

    #[test]
    fn no_turn_takes_longer_than_there_is_time() {
        for usual in [120, 160, 260, 600, 1_000] {
            for steps in 0..2_000 {
                let pauses = pauses(8_000, steps, usual);
                let all: u32 = pauses.iter().sum();
                assert!(all <= 8_000, "{steps} steps of {usual} ms take {all} ms");
                let without = usual as usize * steps;
                assert!(all as usize >= without.min(7_500 - steps), "{steps} of {usual}: {all}");
            }
        }
    }

    #[test]
    fn a_long_turn_gets_faster_and_never_slower() {
        let pauses = pauses(8_000, 190, 260);
        assert!(pauses.is_sorted_by(|before, after| before >= after), "{pauses:?}");
        assert!(pauses[0] > 60 && pauses[185] > 8, "{pauses:?}");
    }

    #[test]
    fn a_turn_can_be_hurried_on_its_way() {
        let mut pace = Pace::new(8_000, 50);
        let before: u32 = (0..10).map(|_| pace.pause(260)).sum();
        pace.hurry(1_000);
        let after: u32 = (10..50).map(|_| pace.pause(120)).sum();
        assert!(before > 1_500 && after <= 1_000, "{before} ms, then {after} ms");
    }
}
