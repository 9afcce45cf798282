use parlor_rules::{Level, Player};
use parlor_table::Phase;

use crate::session::Session;
use crate::ui::elements::{El, classed, svg};

/// The face of the character that plays at a level. With the class `thinking` it looks up.
pub(crate) fn face(level: Level) -> El {
    let Face { disc, head, whites, pupils, glints, front } = Face::of(level);
    let shape = |paint: &str, path: &str| svg("path").attr("fill", paint).attr("d", path);
    let part = |part: &Part| match *part {
        Part::Shape(paint, path) => shape(paint, path),
        Part::Line(paint, path) => shape("none", path).attr("class", "line").attr("stroke", paint),
    };
    let gaze = svg("g").attr("class", "gaze").child(shape(INK, pupils)).child(shape(WHITE, glints));
    svg("svg")
        .attr("class", "face")
        .attr("viewBox", "0 0 100 100")
        .attr("aria-hidden", "true")
        .child(shape(disc, DISC))
        .children(head.iter().map(part))
        .child(shape(WHITE, whites))
        .child(gaze)
        .children(front.iter().map(part))
}

/// The face of a player, where the computer plays, with what it says beside it.
pub(crate) fn face_of_player(session: Session, player: Player) -> El {
    let level = move || session.shown().with(|table| table.seat(player).level());
    let thinks = move || {
        !session.animation().busy.get()
            && session.shown().with(|table| table.phase() == Phase::Playing(player))
    };
    let draw = move || {
        // A screen reader hears what is said after what has happened.
        let remark = classed("span", "remark")
            .attr("aria-live", "polite")
            .text_live(move || session.remarks().said.get());
        classed("span", "head")
            .children(level().map(|level| face(level).class_live("thinking", thinks)))
            .child(remark)
    };
    classed("span", "character").when(move || level().is_some(), draw)
}

/// A face in a box of 100 by 100, drawn from back to front.
struct Face {
    disc: &'static str,
    head: &'static [Part],
    whites: &'static str,
    pupils: &'static str,
    glints: &'static str,
    front: &'static [Part],
}

/// A colour, and where it goes.
enum Part {
    Shape(&'static str, &'static str),
    Line(&'static str, &'static str),
}

const DISC: &str = "M1 50a49 49 0 1 0 98 0a49 49 0 1 0-98 0";
const INK: &str = "#33261c";
const WHITE: &str = "#fff";
const GOLD: &str = "#c08a1e";

impl Face {
    const fn of(level: Level) -> Self {
        match level.number() {
            1 => PIP,
            2 => CLOVER,
            3 => OTTO,
            4 => MARLA,
            5 => BRUNO,
            6 => SELMA,
            7 => VIKTOR,
            _ => ATHENA,
        }
    }
}

/// Pip, a chick.
const PIP: Face = Face {
    disc: "#bfe3f2",
    head: &[
        Part::Shape("#f0a929", "M44 20q-6-12 2-15q0 7 4 11q2-10 9-10q-3 7-3 14z"),
        Part::Shape("#ffd34d", "M50 16c24 0 35 18 35 39s-14 35-35 35-35-14-35-35 11-39 35-39z"),
        Part::Shape(
            "#ffb3a0",
            "M19 62a6 4.5 0 1 0 12 0a6 4.5 0 1 0-12 0M69 62a6 4.5 0 1 0 12 0a6 4.5 0 1 0-12 0",
        ),
    ],
    whites: "M28 49a8 8 0 1 0 16 0a8 8 0 1 0-16 0M56 49a8 8 0 1 0 16 0a8 8 0 1 0-16 0",
    pupils: "M31.4 49.6a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0M59.4 49.6a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0",
    glints: "M36.1 48a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M64.1 48a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    front: &[
        Part::Shape("#f08a24", "M40 60q10-7 20 0q-4 11-10 11t-10-11z"),
        Part::Shape("#c96a12", "M40 60q10 5 20 0q-10 3-20 0z"),
    ],
};

/// Clover, a rabbit.
const CLOVER: Face = Face {
    disc: "#c8e6b8",
    head: &[
        Part::Shape(
            "#efe7e0",
            "M36 46C22 34 20 8 29 4s17 20 16 38zM64 46C78 34 80 8 71 4S54 24 55 42z",
        ),
        Part::Shape(
            "#f3b7b9",
            "M35 36C28 26 27 13 30 11s8 13 9 25zM65 36C72 26 73 13 70 11s-8 13-9 25z",
        ),
        Part::Shape("#efe7e0", "M50 34c21 0 31 12 31 29S68 92 50 92 19 80 19 63s10-29 31-29z"),
        Part::Shape(
            "#f6c3c2",
            "M22 72a6 4.5 0 1 0 12 0a6 4.5 0 1 0-12 0M66 72a6 4.5 0 1 0 12 0a6 4.5 0 1 0-12 0",
        ),
        Part::Shape(WHITE, "M50 90c-9 0-15-6-15-12s6-10 15-10 15 4 15 10-6 12-15 12z"),
    ],
    whites: "M28.5 58a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0M56.5 58a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0",
    pupils: "M31.6 58.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0M59.6 58.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0",
    glints: "M36.1 57a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M64.1 57a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    front: &[
        Part::Shape("#d97b80", "M45 69h10q-1 5-5 6-4-1-5-6z"),
        Part::Shape(WHITE, "M46 80h8v6q-4 2-8 0z"),
        Part::Line(INK, "M50 75v4M50 79q-5 3-9 0M50 79q5 3 9 0"),
    ],
};

/// Otto, an otter.
const OTTO: Face = Face {
    disc: "#a9d3d6",
    head: &[
        Part::Shape(
            "#7a4f33",
            "M13 36a9 9 0 1 0 18 0a9 9 0 1 0-18 0M69 36a9 9 0 1 0 18 0a9 9 0 1 0-18 0",
        ),
        Part::Shape(
            "#c99b73",
            "M17.5 37a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M73.5 37a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0",
        ),
        Part::Shape("#8a5b3b", "M50 18c24 0 36 15 36 37S71 90 50 90 14 77 14 55s12-37 36-37z"),
        Part::Shape(
            "#e9cfae",
            "M50 90c-16 0-25-9-25-19 0-11 11-15 25-15s25 4 25 15c0 10-9 19-25 19z",
        ),
    ],
    whites: "M28.5 47a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0M56.5 47a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0",
    pupils: "M31.4 47.6a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0M59.4 47.6a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0",
    glints: "M36.1 46a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M64.1 46a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    front: &[
        Part::Shape(INK, "M41 61q9-5 18 0q-2 8-9 9-7-1-9-9z"),
        Part::Line(INK, "M50 70v5M50 75q-6 5-11 1M50 75q6 5 11 1"),
        Part::Line(INK, "M24 68L8 65M24 73L9 75M76 68l16-3M76 73l15 2"),
    ],
};

/// Marla, a cat.
const MARLA: Face = Face {
    disc: "#e7c7dc",
    head: &[
        Part::Shape("#6d7f93", "M19 50L17 10q14 5 25 18zM81 50L83 10Q69 15 58 28z"),
        Part::Shape("#e3a6b0", "M24 38L23 19q8 4 13 11zM76 38l1-19q-8 4-13 11z"),
        Part::Shape("#7f92a6", "M50 24c23 0 35 14 35 33S70 90 50 90 15 76 15 57s12-33 35-33z"),
        Part::Shape(
            "#5c6d80",
            "M47 24h6l-1 14h-4zM36 26l5-1 2 11-3 1zM64 26l-5-1-2 11 3 1zM15 58l13 2v3l-12 1zM85 58l-13 2v3l12 1z",
        ),
        Part::Shape("#eef1f4", "M50 88c-11 0-19-6-19-12s8-9 19-9 19 3 19 9-8 12-19 12z"),
    ],
    whites: "M26.5 53a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M56.5 53a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0",
    pupils: "M30.6 53.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0M60.6 53.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0",
    glints: "M35.1 52a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M65.1 52a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    front: &[
        Part::Shape("#d77f8d", "M45 67h10q-1 5-5 6-4-1-5-6z"),
        Part::Line(INK, "M50 73v3M50 76q-5 5-10 1M50 76q5 5 10 1"),
        Part::Line(INK, "M26 72L9 69M26 77L10 80M74 72l17-3M74 77l16 3"),
    ],
};

/// Bruno, a bear.
const BRUNO: Face = Face {
    disc: "#f0cf9b",
    head: &[
        Part::Shape(
            "#5d3b26",
            "M8 28a13 13 0 1 0 26 0a13 13 0 1 0-26 0M66 28a13 13 0 1 0 26 0a13 13 0 1 0-26 0",
        ),
        Part::Shape(
            "#a87852",
            "M14.5 29a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M72.5 29a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0",
        ),
        Part::Shape("#6e4830", "M50 17c25 0 38 17 38 38S72 91 50 91 12 76 12 55s13-38 38-38z"),
        Part::Shape("#c89a6e", "M50 89c-13 0-22-8-22-18s10-16 22-16 22 6 22 16-9 18-22 18z"),
    ],
    whites: "M28 45a7 7 0 1 0 14 0a7 7 0 1 0-14 0M58 45a7 7 0 1 0 14 0a7 7 0 1 0-14 0",
    pupils: "M30.6 45.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0M60.6 45.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0",
    glints: "M35.1 44a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M65.1 44a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    front: &[
        Part::Shape(INK, "M39 61q11-7 22 0q-1 9-11 10-10-1-11-10z"),
        Part::Line(INK, "M50 71v6M50 77q-7 6-12 0M50 77q7 6 12 0"),
        Part::Line(INK, "M29 36q6-4 11-1M71 36q-6-4-11-1"),
    ],
};

/// Selma, a fox.
const SELMA: Face = Face {
    disc: "#cfd9b0",
    head: &[
        Part::Shape("#c9541f", "M17 52L15 9q17 6 27 21zM83 52L85 9Q68 15 58 30z"),
        Part::Shape("#3c2a22", "M18 27L15 9q8 3 13 7zM82 27L85 9q-8 3-13 7z"),
        Part::Shape(
            "#e2702f",
            "M50 26c21 0 34 9 38 27-4 17-24 38-38 38S16 70 12 53c4-18 17-27 38-27z",
        ),
        Part::Shape(
            "#fff4e6",
            "M12 53q20 0 27 14 4 10 11 12 7-2 11-12 7-14 27-14c-4 17-24 38-38 38S16 70 12 53z",
        ),
    ],
    whites: "M28.5 51a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0M56.5 51a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0",
    pupils: "M31.6 51.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0M59.6 51.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0",
    glints: "M36.1 50a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M64.1 50a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    front: &[
        Part::Shape(INK, "M43 76q7-5 14 0q-1 7-7 9-6-2-7-9z"),
        Part::Line(INK, "M28 39q6-4 11-1M72 39q-6-4-11-1"),
        Part::Line(INK, "M44 86q3 2 6 0 3 2 6 0"),
    ],
};

/// Viktor, a badger with a monocle.
const VIKTOR: Face = Face {
    disc: "#b9c2e4",
    head: &[
        Part::Shape(
            "#2f3136",
            "M12 30a10 10 0 1 0 20 0a10 10 0 1 0-20 0M68 30a10 10 0 1 0 20 0a10 10 0 1 0-20 0",
        ),
        Part::Shape(
            "#f4f2ee",
            "M17.5 31a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M73.5 31a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0",
        ),
        Part::Shape(
            "#f4f2ee",
            "M50 17c24 0 35 17 35 36 0 22-18 38-35 38S15 75 15 53c0-19 11-36 35-36z",
        ),
        Part::Shape(
            "#3a3d44",
            "M27 24q9-6 14-6 4 20 3 36-2 14-12 18-11-6-15-18-1-19 10-30zM73 24q-9-6-14-6-4 20-3 36 2 14 12 18 11-6 15-18 1-19-10-30z",
        ),
    ],
    whites: "M27.5 50a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0M57.5 50a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0",
    pupils: "M30.6 50.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0M60.6 50.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0",
    glints: "M35.1 49a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M65.1 49a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    front: &[
        Part::Shape(INK, "M41 72q9-5 18 0q-2 8-9 9-7-1-9-9z"),
        Part::Line(INK, "M50 81v3M50 84q-4 3-8 1M50 84q4 3 8 1"),
        Part::Line(GOLD, "M53.5 50a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0-23 0M73 59q6 10 3 26"),
    ],
};

/// Athena, an owl.
const ATHENA: Face = Face {
    disc: "#d9c6ee",
    head: &[
        Part::Shape("#6b4f86", "M18 44L14 8q18 6 28 14h16Q68 14 86 8L82 44z"),
        Part::Shape("#7d5f9b", "M50 18c25 0 37 17 37 38S72 92 50 92 13 77 13 56s12-38 37-38z"),
        Part::Shape(
            "#f3e6cf",
            "M14 49a19 19 0 1 0 38 0a19 19 0 1 0-38 0M48 49a19 19 0 1 0 38 0a19 19 0 1 0-38 0",
        ),
        Part::Shape("#b79bd0", "M36 80l5 6 5-6zM45 84l5 6 5-6zM54 80l5 6 5-6z"),
    ],
    whites: "M20 49a13 13 0 1 0 26 0a13 13 0 1 0-26 0M54 49a13 13 0 1 0 26 0a13 13 0 1 0-26 0",
    pupils: "M26 49.6a7 7 0 1 0 14 0a7 7 0 1 0-14 0M60 49.6a7 7 0 1 0 14 0a7 7 0 1 0-14 0",
    glints: "M33.1 48a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M67.1 48a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
    front: &[
        Part::Shape("#f0a33a", "M44 60q6-7 12 0q-1 9-6 13-5-4-6-13z"),
        Part::Line(INK, "M19 31q11-8 24-2M81 31q-11-8-24-2"),
    ],
};
