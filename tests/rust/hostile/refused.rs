//! Bad input by kind, with the fault that each error names.

use super::*;

/// The field that the error names for each bad position string.
fn assert_refused(rules_text: &str, cases: &[(&str, &str)]) {
    for (text, field) in cases {
        match Fen::parse(text, rules(rules_text)) {
            Ok(fen) => panic!("{text:?} was read as {fen}"),
            Err(error) => assert_eq!(&error.field, field, "{text:?}: {error}"),
        }
    }
}

#[test]
fn rows() {
    assert_refused(
        "standard",
        &[
            ("", "ROWS"),
            (" ", "ROWS"),
            (" 9/9/2w1b4/9/9 w", "ROWS"),
            ("\t9/9/2w1b4/9/9 w", "ROWS"),
            ("9/9/2w1b4/9/9\tw", "ROWS"),
            ("9/9/2w1b4/9/9\n", "ROWS"),
            ("9", "ROWS"),
            ("9/9 w", "ROWS"),
            ("9/9/9/9 w", "ROWS"),
            ("9/9/2w1b4/9/9/9 w", "ROWS"),
            ("9/9/2w1b4/9/9/ w", "ROWS"),
            ("/9/2w1b4/9/9 w", "ROWS"),
            ("9//2w1b4/9/9 w", "ROWS"),
            ("//// w", "ROWS"),
            ("// w", "ROWS"),
            ("9/9/2w1b3/9/9 w", "ROWS"),
            ("9/9/2w1b5/9/9 w", "ROWS"),
            ("9/9/2w1b4b/9/9 w", "ROWS"),
            ("9/9/99/9/9 w", "ROWS"),
            ("9/9/2w1b22/9/9 w", "ROWS"),
            ("9/9/02w1b4/9/9 w", "ROWS"),
            ("9/9/2w0b5/9/9 w", "ROWS"),
            ("9/9/2w1x4/9/9 w", "ROWS"),
            ("9/9/2w1.4/9/9 w", "ROWS"),
            ("9/9/2w-b4/9/9 w", "ROWS"),
            ("9/9/2w1b\u{0664}/9/9 w", "ROWS"),
            ("9/9/2w1b\u{ff14}/9/9 w", "ROWS"),
            ("9/9/2\u{ff57}1b4/9/9 w", "ROWS"),
            ("9/9/2w1b4\0/9/9 w", "ROWS"),
            ("9/9/9/9/9 w", "ROWS"),
            ("3/3/3 b", "ROWS"),
            ("w3/4/b3 w", "ROWS"),
            ("w/1/b w", "ROWS"),
            ("wb/2/2 w", "ROWS"),
            ("wb6/8/8/8/8 w", "ROWS"),
            ("wb/9/9/9/9 w", "ROWS"),
            ("9,9,2w1b4,9,9 w", "ROWS"),
            ("9/9/2w1b4/9/9w", "ROWS"),
            ("9\\9\\2w1b4\\9\\9 w", "ROWS"),
            (&format!("{} w", "w".repeat(100_000)), "ROWS"),
            (&format!("{} w", "9/".repeat(100_000)), "ROWS"),
        ],
    );
}

#[test]
fn side() {
    assert_refused(
        "standard",
        &[
            ("9/9/2w1b4/9/9 x", "TURN"),
            ("9/9/2w1b4/9/9 -", "TURN"),
            ("9/9/2w1b4/9/9 0", "TURN"),
            ("9/9/2w1b4/9/9 white", "TURN"),
            ("9/9/2w1b4/9/9 wb", "TURN"),
            ("9/9/2w1b4/9/9 ", "TURN"),
            ("9/9/2w1b4/9/9  w", "TURN"),
            ("9/9/2w1b4/9/9 w\n", "TURN"),
            ("9/9/2w1b4/9/9 \u{ff57}", "TURN"),
            ("9/9/2w1b4/9/9 w,-", "TURN"),
        ],
    );
}

/// `d3-e3A` leaves a stone on e3; where f3 fell it can go on to e4 if e5 is Black.
#[test]
fn chain() {
    assert_refused(
        "standard",
        &[
            ("9/9/2w1b4/9/9 w w", "CHAIN"),
            ("9/9/2w1b4/9/9 w --", "CHAIN"),
            ("9/9/2w1b4/9/9 w \u{2013}", "CHAIN"),
            ("9/9/2w1b4/9/9 w  0 1", "CHAIN"),
            ("9/9/2w1b4/9/9 w ", "CHAIN"),
            ("9/9/2w1b4/9/9 w 0 1", "CHAIN"),
            // No chain of captures in canonical form.
            ("9/9/2w1b4/9/9 w c3", "CHAIN"),
            ("9/9/2w1b4/9/9 w b3-c3", "CHAIN"),
            ("9/9/2w1b4/9/9 w b3-c3a", "CHAIN"),
            ("9/9/2w1b4/9/9 w B3-C3A", "CHAIN"),
            ("9/9/2w1b4/9/9 w b3c3+", "CHAIN"),
            ("9/9/2w1b4/9/9 w xe3", "CHAIN"),
            ("9/9/2w1b4/9/9 w xe3,b3-c3A", "CHAIN"),
            ("9/9/2w1b4/9/9 w b3-c3A-", "CHAIN"),
            ("9/9/2w1b4/9/9 w b3-c3A,d3", "CHAIN"),
            ("9/9/2w1b4/9/9 w b3-c3AA", "CHAIN"),
            ("9/9/2w1b4/9/9 w z9-c3A", "CHAIN"),
            ("3/3/wb1 w c3-d3A", "CHAIN"),
            // No line joins the points.
            ("8b/9/2w6/9/9 w a3-c3A", "CHAIN"),
            ("8b/2w6/9/9/9 w b3-c4A", "CHAIN"),
            // The stone is not where the chain ends; or its origin is not empty.
            ("9/9/2w1b4/9/9 w c3-d3A", "CHAIN"),
            ("8b/9/2b6/9/9 w b3-c3A", "CHAIN"),
            ("8b/9/1ww6/9/9 w b3-c3A", "CHAIN"),
            ("8b/9/1bw6/9/9 w b3-c3A", "CHAIN"),
            // Nothing can have stood there, or it stands there still.
            ("8b/9/w8/9/9 w b3-a3A", "CHAIN"),
            ("8b/9/2wb5/9/9 w b3-c3A", "CHAIN"),
            ("8b/9/2ww5/9/9 w b3-c3A", "CHAIN"),
            ("8b/9/2w1b4/9/9 w b3-c3A", "CHAIN"),
            ("8b/9/b1w6/9/9 w b3-c3W", "CHAIN"),
            // A step on the way was not possible.
            ("9/9/3w5/9/9 w b3-c3A-d3A", "CHAIN"),
            ("9/9/3w5/9/9 w b3-c3W-d3A", "CHAIN"),
            ("9/9/2w6/9/9 w c3-d3A-c3W", "CHAIN"),
            ("8b/9/3w5/9/9 w c3-c4A-d4A-d3A-c3A-d3A", "CHAIN"),
            ("9/9/8b/9/2w6 w b2-b1A-c1A", "CHAIN"),
            // The chain may go on from here, but not so.
            ("3b5/3w5/9/9/9 w c3-d3A-d4A", "CHAIN"),
        ],
    );
    let text = "8b/9/2w6/9/9 w b3-c3A";
    assert_refused("theory;chain=none", &[(text, "CHAIN"), ("3b5/9/3w5/9/9 w c3-d3A", "CHAIN")]);
    assert_refused("theory;capture=huff", &[(text, "CHAIN")]);
    let text = "3b5/3w5/9/9/9 w c2-d2A-d3A 0 1 first=w";
    assert_refused("theory;first_turn_single=yes", &[(text, "CHAIN")]);
    // Beside d4 the stone had been a turn ago.
    let text = "8b/3w5/9/9/9 w c3-d3A-d4A 0 1 back=d4c3/-";
    assert_refused("theory;reversal=no", &[(text, "CHAIN")]);
    assert_refused("theory;reversal=no", &[("3b5/9/3w5/9/9 w c3-d3A 0 1 back=d3c3/-", "CHAIN")]);
}

#[test]
fn counters() {
    for (before, after, field) in
        [("9/9/2w1b4/9/9 w -", " 1", "QUIET"), ("9/9/2w1b4/9/9 w - 0", "", "NUMBER")]
    {
        for bad in [
            "-1",
            "+1",
            "01",
            "00",
            "1.0",
            "1e3",
            "0x1",
            "-",
            "w",
            "4294967296",
            "99999999999999999999999999",
            "\u{0663}",
            "\u{ff11}",
            "1\n",
            "",
        ] {
            assert_refused("standard", &[(&format!("{before} {bad}{after}"), field)]);
        }
    }
    assert_refused("standard", &[("9/9/2w1b4/9/9 w - 0 0", "NUMBER")]);
    assert_refused("standard", &[("9/9/3w5/9/3b5 w c3-d3A 1 1", "QUIET")]);
    assert_refused("standard", &[("9/9/2w6/9/8b w b3-c3A 1 1", "QUIET")]);
    let largest = "9/9/2w1b4/9/9 w - 4294967295 4294967295";
    assert_eq!(fen(largest, "standard").to_string(), largest);
}

#[test]
fn last_turns() {
    let stones = "9/9/2w1b4/9/9 w - 0 1";
    let refused = |rules_text: &str, bad: &[&str]| {
        for last in bad {
            assert_refused(rules_text, &[(&format!("{stones} {last}"), "LAST")]);
        }
    };
    // Nothing is remembered under these rules.
    refused("standard", &["-", "first=wb", "back=-/-", "back=b3c3/-", "huff=e3", "x", "0"]);
    refused("standard", &["first=wb back=-/-", ""]);
    refused("theory;first_turn_single=yes", &["back=b3c3/-", "huff=e3"]);
    refused("theory;reversal=no", &["first=w", "huff=e3"]);
    refused("theory;capture=huff", &["first=w", "back=b3c3/-"]);
    // Form.
    refused(
        "theory;first_turn_single=yes",
        &["first", "first=", "first=bw", "first=ww", "first=W", "first=x", "first=-", "=wb"],
    );
    refused(
        "theory;first_turn_single=yes",
        &[
            "first=w,first=b",
            "first=w,",
            ",first=w",
            "first=w;b",
            "First=w",
            "first=w=b",
            "first==w",
        ],
    );
    refused(
        "theory;reversal=no",
        &[
            "back=",
            "back=-",
            "back=/",
            "back=b3c3",
            "back=b3c3/",
            "back=/-",
            "back=-/-/-",
            "back=b3/-",
            "back=b3-c3/-",
            "back=b3c3d3/-",
            "back=b3c3d3e3/-",
            "back=b3z9/-",
            "back=B3C3/-",
            "back=b3c\u{0663}/-",
            "back=\u{e9}c3/-",
            "back=c3c3/-",
            "back=-/-,back=-/-",
        ],
    );
    refused(
        "theory;capture=huff",
        &[
            "huff=",
            "huff=+",
            "huff=e3+",
            "huff=+e3",
            "huff=e3+e3",
            "huff=e3,d4",
            "huff=E3",
            "huff=-",
        ],
    );
    // Content: no such stone, or its origin is not empty.
    refused("theory;capture=huff", &["huff=c3", "huff=a1", "huff=e3+c3", "huff=e9"]);
    refused("theory;reversal=no", &["back=b3d3/-", "back=d3e3/-", "back=-/b3c3", "back=-/a1a2"]);
    refused("theory;reversal=no", &["back=-/c3e3"]);
    refused("theory;reversal=no;chain=none", &["back=a3c3/-", "back=-/e1e3"]);
    // The opponent may stand where the stone came from.
    position("9/9/2wb5/9/9 w - 0 1 back=d3c3/-", "theory;reversal=no");
    position(&format!("{stones} back=b3c3/d3e3"), "theory;reversal=no");
    position(&format!("{stones} huff=e3"), "theory;capture=huff");
    // Any order is read, one is written.
    let all = "theory;capture=huff;reversal=no;first_turn_single=yes";
    let text = format!("{stones} huff=e3,back=-/-,first=b");
    assert_eq!(fen(&text, all).to_string(), format!("{stones} first=b,huff=e3"));
}

#[test]
fn too_many_fields() {
    for text in [
        "9/9/2w1b4/9/9 w - 0 1 first=w ",
        "9/9/2w1b4/9/9 w - 0 1 first=w x",
        "9/9/2w1b4/9/9 w - 0 1 first=w x y",
        "9/9/2w1b4/9/9 w - 0 1 ",
        "9/9/2w1b4/9/9 w - 0 1  ",
    ] {
        assert_refused("theory;first_turn_single=yes", &[(text, "LAST")]);
    }
}

#[test]
fn positions_made_of_parts() {
    let (variant, rules) = (Variant::TELO, rules("theory;reversal=no;capture=huff"));
    let new =
        |white, black, history| Position::new(variant, rules, white, black, Color::White, history);
    let none = History::default();
    for (white, black) in [(0, 0), (1, 1), (1 << 9, 1), (1, 1 << 63), (u64::MAX, 0)] {
        assert_eq!(new(white, black, none).expect_err("no position").field, "ROWS");
    }
    for (origin, destination) in
        [(0, 1), (1, 1), (9, 0), (0, 9), (0, 63), (64, 0), (0, 64), (255, 255)]
    {
        for color in Color::ALL {
            let mut history = none;
            history.back[color.index()] = Some(Back { origin, destination });
            let error = new(1, 1 << 8, history).expect_err("no such last turn");
            assert_eq!(error.field, "LAST", "{origin} {destination}");
        }
    }
    for huff in [1, 2, 1 << 9, 1 << 63] {
        let history = History { huff, ..none };
        assert_eq!(new(1, 1 << 8, history).expect_err("no such stone").field, "LAST");
    }
}

#[test]
fn turns_made_of_parts() {
    let step = |origin, destination, direction, kind| {
        let direction = fanorona::Direction::ALL[direction];
        Step { origin, destination, direction, kind }
    };
    let refused = |removed, steps: &[Step]| {
        let answer = Move::from_steps(Variant::TELO, removed, steps);
        assert!(matches!(answer, Err(MoveError::Invalid { .. })), "{steps:?}: {answer:?}");
    };
    let (east, north, a) = (4, 6, Kind::Approach);
    refused(None, &[]);
    refused(Some(9), &[]);
    refused(Some(255), &[step(0, 1, east, a)]);
    refused(None, &[step(0, 2, east, a)]);
    refused(None, &[step(2, 3, east, a)]);
    refused(None, &[step(9, 10, east, a)]);
    refused(None, &[step(255, 0, east, a)]);
    refused(None, &[step(1, 5, 7, a)]);
    refused(None, &[step(0, 1, east, a), step(2, 5, north, a)]);
    refused(None, &[step(0, 1, east, a), step(1, 2, east, Kind::Paika)]);
    refused(None, &[step(0, 1, east, Kind::Paika), step(1, 2, east, a)]);
    let there_and_back = [step(0, 1, east, a), step(1, 0, 3, a)];
    refused(None, &there_and_back.repeat(23));
    assert!(Move::from_steps(Variant::TELO, None, &there_and_back.repeat(22)).is_ok());
}

#[test]
fn move_texts() {
    let start = Position::start(Variant::TSIVY, Rules::STANDARD);
    let long = "-e3A-d3A".repeat(23);
    for text in [
        "",
        " ",
        "-",
        "d3",
        "d3-",
        "d3e",
        "d3-e3A ",
        " d3-e3A",
        "d3 - e3A",
        "d3--e3A",
        "d3-e3AA",
        "d3-e3AW",
        "d3-e3B",
        "d3-e3+",
        "d3e3A",
        "d3e3+,",
        "d3e3,+",
        "d3e3++",
        "d3e3+e4+",
        "d3-e3A-",
        "d3-e3A-e4+",
        "d3-e3A,e4",
        "j3-e3A",
        "d0-e3A",
        "d6-e3A",
        "d3-e33",
        "x",
        "x,",
        "xe3,",
        "xe3,,d4-e4A",
        "xe3,xd4",
        "xe3d4-e4A",
        "xe3-d4",
        "xxe3",
        "xe3,d4",
        "xe3,d4e4+",
        "xe33",
        "0-1",
        "d3-e3\u{0410}",
        "d\u{ff13}-e3A",
        "d3\u{2013}e3A",
        "d3-e3A\0",
        "d3-e3A\n",
        &format!("d3{long}"),
        &"d3".repeat(100_000),
    ] {
        let without = Move::parse(text, Variant::TSIVY);
        assert!(matches!(without, Err(MoveError::Invalid { .. })), "{text:?}: {without:?}");
        let with = start.parse_move(text);
        assert!(matches!(with, Err(MoveError::Invalid { .. })), "{text:?}: {with:?}");
    }
    // These have the form of a turn, but not without a position, or not of a legal one.
    for text in ["d3-e3-e4", "d3-f3A", "b1-c2A", "d3-e3A-e4", "d3e3+,e4"] {
        let without = Move::parse(text, Variant::TSIVY);
        assert!(matches!(without, Err(MoveError::Invalid { .. })), "{text:?}: {without:?}");
        let with = start.parse_move(text);
        assert!(matches!(with, Err(MoveError::Illegal { .. })), "{text:?}: {with:?}");
    }
    for text in ["xe3", "xa1,d3-e3A", "a5-a4", "d3-d4A", "e3-d3A", "d3-e3A-e4W", "c3-d3"] {
        let with = start.parse_move(text);
        assert!(matches!(with, Err(MoveError::Illegal { .. })), "{text:?}: {with:?}");
    }
}

#[test]
fn rule_sets_and_boards() {
    for text in [
        "",
        " standard",
        "standard ",
        "Standard",
        "standard;",
        ";most=yes",
        "standard;most",
        "standard;most=",
        "standard;most=Yes",
        "standard;most=true",
        "standard;most=yes;most=yes",
        "standard;most=yes;most=no",
        "standard; most=yes",
        "standard;most = yes",
        "standard;mos=yes",
        "standard;capture=huffing",
        "standard;chain=yes",
        "standard;repetition=0",
        "standard;repetition=1",
        "standard;repetition=-3",
        "standard;repetition=+3",
        "standard;repetition=3.0",
        "standard;repetition=\u{0663}",
        "standard;repetition=4294967296",
        "standard;repetition=",
        "standard;no_capture=0",
        "standard;at_limit=loss",
        "standard;both_blocked=draw",
        "standard;setup=fifty",
        "standard,most=yes",
        "standard;standard",
        "standard;=yes",
    ] {
        assert!(text.parse::<Rules>().is_err(), "{text:?}");
    }
    for text in ["", "3", "3x", "x3", "3x4", "4x4", "5x11", "7x7", "3 x 3", " telo", "Fanorona"] {
        assert!(text.parse::<Variant>().is_err(), "{text:?}");
    }
    for name in ["", "a", "a0", "a6", "j1", "A1", "1a", "a10", "a\u{0661}", "\u{e9}"] {
        assert!(Variant::TSIVY.point(name).is_err(), "{name:?}");
    }
}
