//! Certificates against everything that is no proof, and play from those that are.

use super::*;

fn is_proof(bytes: &[u8], tables: &Tablebase) -> bool {
    Certificate::from_bytes(bytes).is_ok_and(|read| check(&read, Some(tables)).is_ok())
}

#[test]
fn a_changed_byte_is_refused_by_the_digest_and_under_a_right_digest_by_the_content() {
    let (tables, solution) = start("3x5", 4);
    let bytes = solution.certificate.expect("a proof").to_bytes();
    assert!(is_proof(&bytes, &tables));
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(Certificate::from_bytes(&changed).is_err(), "byte {at}");
        assert!(Certificate::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        if at < bytes.len() - 32 {
            changed.truncate(bytes.len() - 32);
            assert!(!is_proof(&sealed(changed), &tables), "byte {at} under a right digest");
        }
    }
}

/// Every certificate that differs from a proof in one entry.
fn spoilt(certificate: &Certificate) -> Vec<(String, Certificate)> {
    let mut all = Vec::new();
    for (number, claim) in certificate.claims.iter().enumerate() {
        for (&key, &entry) in &claim.entries {
            let mut add = |what: &str, entry: Option<Entry>| {
                let mut other = certificate.clone();
                let entries = &mut other.claims[number].entries;
                match entry {
                    Some(entry) => entries.insert(key, entry),
                    None => entries.remove(&key),
                };
                all.push((format!("claim {number}, {key:x?}: {what}"), other));
            };
            add("removed", None);
            if claim.wins {
                add("rank raised", Some(Entry { rank: entry.rank + 1, ..entry }));
                add("rank lowered", Some(Entry { rank: entry.rank - 1, ..entry }));
            }
        }
    }
    all
}

#[test]
fn a_removed_entry_and_another_rank_are_refused_under_a_right_digest() {
    for (size, most) in [("3x3", 4), ("3x5", 4), ("5x3", 4), ("5x5", 5)] {
        let (tables, solution) = start(size, most);
        let certificate = solution.certificate.expect("a proof");
        let step = certificate.claims.iter().map(|claim| claim.entries.len()).sum::<usize>() / 60;
        for (what, other) in spoilt(&certificate).into_iter().step_by(step.max(1)) {
            assert!(!is_proof(&other.to_bytes(), &tables), "{size}: {what}");
        }
    }
}

/// A turn that is replaced by one after which the opponent does not lose has no proof.
#[test]
fn a_turn_that_does_not_win_is_refused_under_a_right_digest() {
    let variant = board("3x5");
    let all = tables(variant, 14);
    let (tables, solution) = start("3x5", 4);
    let certificate = solution.certificate.expect("a proof");
    let mut refused = 0;
    for (&(own, enemy), entry) in &certificate.claims[0].entries {
        let history = History::default();
        let root = Position::new(variant, Rules::THEORY, own, enemy, Color::White, history)
            .expect("a position");
        let mut after: Vec<_> = root
            .legal_moves()
            .iter()
            .map(|turn| root.play_unchecked(turn).canonical())
            .map(|seen| (seen.stones(Color::Black), seen.stones(Color::White), seen))
            .collect();
        after.sort_unstable_by_key(|&(own, enemy, _)| (own, enemy));
        after.dedup();
        for (turn, (_, _, seen)) in (0..).zip(&after) {
            if turn == entry.turn || all.probe_wdl(seen).expect("a value") == Wdl::Loss {
                continue;
            }
            let mut other = certificate.clone();
            other.claims[0].entries.insert((own, enemy), Entry { turn, ..*entry });
            assert!(!is_proof(&other.to_bytes(), &tables), "{root:?} {turn}");
            refused += 1;
        }
    }
    assert!(refused > 0);
}

#[test]
fn a_claim_that_is_not_true_has_no_proof() {
    let (tables, solution) = start("5x5", 5);
    let certificate = solution.certificate.expect("a proof");
    for (number, wins) in [(0, true), (1, true)] {
        let mut other = certificate.clone();
        other.claims = vec![Claim { wins, ..certificate.claims[number].clone() }];
        assert!(!is_proof(&other.to_bytes(), &tables));
    }
}

#[test]
fn an_entry_that_the_proof_has_no_use_for_is_refused() {
    let (tables, solution) = start("3x5", 4);
    let certificate = solution.certificate.expect("a proof");
    let claim = &certificate.claims[0];
    let entry = *claim.entries.values().next().expect("an entry");
    let useless = endings(board("3x5"), 9, 100)
        .map(|position| position.canonical())
        .map(|position| (position.stones(Color::White), position.stones(Color::Black)))
        .find(|stones| !claim.entries.contains_key(stones));
    let mut other = certificate.clone();
    other.claims[0].entries.insert(useless.expect("another position"), entry);
    let refusal = check(&other, Some(&tables)).expect_err("an entry too many").to_string();
    assert!(refusal.ends_with("not reached from the root"), "{refusal}");
}

#[test]
fn claims_that_tell_no_value_together_are_refused() {
    let claim = |attacker, wins| Claim { attacker, wins, entries: BTreeMap::new() };
    let [white, black] = Color::ALL;
    let root = Position::start(Variant::TELO, Rules::THEORY);
    let read = |claims: &[Claim]| {
        let certificate = Certificate { root, tables: Vec::new(), claims: claims.to_vec() };
        Certificate::from_bytes(&certificate.to_bytes())
    };
    for claims in [
        vec![claim(white, false)],
        vec![claim(white, true), claim(black, false)],
        vec![claim(white, false), claim(black, true)],
        vec![claim(black, false), claim(white, false)],
        vec![claim(white, false), claim(white, false)],
    ] {
        let refusal = read(&claims).expect_err("no value").to_string();
        assert_eq!(refusal, "claims: together they tell no value", "{claims:?}");
    }
    for claims in [vec![], vec![claim(white, false); 3]] {
        let refusal = read(&claims).expect_err("no value").to_string();
        assert_eq!(refusal, format!("claims {}: expected 1 or 2", claims.len()));
    }
    assert!(read(&[claim(white, false), claim(black, false)]).is_ok());
}

#[test]
fn entries_that_come_twice_or_cannot_be_are_refused() {
    let with = |wins, entries: &[((u64, u64), u32)]| {
        let entry = |&(stones, rank): &_| (stones, Entry { rank, turn: 0 });
        let claim = |attacker| {
            let entries = entries.iter().map(entry).collect();
            Claim { attacker, wins, entries }
        };
        let [white, black] = Color::ALL.map(claim);
        let claims = if wins { vec![white] } else { vec![white, black] };
        let root = Position::start(Variant::TELO, Rules::THEORY);
        Certificate { root, tables: Vec::new(), claims }.to_bytes()
    };
    let refusal = |bytes: &[u8]| Certificate::from_bytes(bytes).expect_err("refused").to_string();
    let good = [((1, 2), 1), ((1, 4), 1)];
    assert!(Certificate::from_bytes(&with(true, &good)).is_ok());
    for rank in [0, 3] {
        let text = refusal(&with(true, &[good[0], ((1, 4), rank)]));
        assert_eq!(text, format!("entry 1: rank {rank}: expected 1 to 2"));
    }
    for stones in [(1, 512), (512, 1), (3, 2), (0, 1), (1, 0)] {
        let text = refusal(&with(false, &[(stones, 0)]));
        assert_eq!(text, "entry 0: no position of the board", "{stones:?}");
    }
    // The last entry once more: nothing is added to its stones.
    let mut twice = with(false, &good);
    twice.truncate(twice.len() - 32);
    twice.extend([0, 0]);
    let count = twice.len() - 2 - 2 * good.len() - 8;
    assert_eq!(twice[count], 2);
    twice[count] = 3;
    assert_eq!(refusal(&sealed(twice)), "entry 2: out of order");
}

#[test]
fn a_proof_that_rests_on_tables_of_its_own_root_is_refused() {
    let (variant, placed) = (Variant::TELO, 3);
    let all = tables(variant, placed);
    let root = endings(variant, 3, 100).find(|root| stones(root) == placed).expect("an ending");
    let solution = solve(&mut Solver::new(variant, None, 1).expect("a solver"), &root, &PLAIN);
    let certificate = solution.expect("solved").certificate.expect("a proof");
    for most in [2, 3] {
        let counts = (2..=most)
            .flat_map(|total| (1..total).map(move |own| Counts { own, enemy: total - own }));
        let digests = counts.map(|counts| {
            (counts, all.values_digest(variant, counts, &AtomicBool::new(false)).expect("a table"))
        });
        let other = Certificate { tables: digests.collect(), ..certificate.clone() };
        let read = Certificate::from_bytes(&other.to_bytes());
        assert_eq!(read.is_ok(), most < placed, "{read:?}");
    }
}

/// The number of stones.
fn stones(position: &Position) -> u32 {
    Color::ALL.map(|color| position.stones(color).count_ones()).iter().sum()
}

#[test]
fn a_proof_of_a_win_leads_to_the_end_or_into_the_tables() {
    let variant = board("3x5");
    let all = tables(variant, 14);
    let (tables, solution) = start("3x5", 4);
    let certificate = solution.certificate.expect("a proof");
    let mut random = Random::new(3);
    for _ in 0..100 {
        let mut position = certificate.root;
        while position.has_legal_move() && stones(&position) > certificate.largest_table() {
            let turn = if position.turn() == Color::White {
                certificate.turn(&position, Some(&tables)).expect("a turn that wins")
            } else {
                assert_eq!(certificate.turn(&position, Some(&tables)), None, "nothing is proved");
                random.pick(&position.legal_moves())
            };
            position = position.play(&turn).expect("a legal turn");
            assert_eq!(expected(&all, &position), Verdict::Win(Color::White), "{position:?}");
        }
    }
}

#[test]
fn a_proof_of_a_draw_keeps_both_sides_from_losing() {
    let variant = Variant::DIMY;
    let (all, few) = (tables(variant, 5), tables(variant, 3));
    let mut solver = Solver::new(variant, Some(few.clone()), 1).expect("a solver");
    let draws = |root: &Position| stones(root) > 3 && expected(&all, root) == Verdict::Draw;
    let mut asked = 0;
    for root in endings(variant, 5, 1000).filter(draws) {
        let certificate = solve(&mut solver, &root, &PLAIN).expect("solved").certificate;
        let turn = certificate.expect("a proof").turn(&root, Some(&few)).expect("a turn");
        assert_eq!(expected(&all, &root.play_unchecked(&turn)), Verdict::Draw, "{root:?} {turn}");
        asked += 1;
    }
    assert!(asked >= 10, "{asked}");
}

#[test]
fn a_proof_holds_with_its_own_tables_only() {
    let (tables, solution) = start("3x7", 4);
    let certificate = solution.certificate.expect("a proof");
    assert!(check(&certificate, None).is_err());
    let mut other = certificate.clone();
    other.tables[1].1[0] ^= 1;
    let refusal = check(&other, Some(&tables)).expect_err("another table");
    assert_eq!(refusal.to_string(), "table 1v2: not the one of the certificate");
    let fewer = self::tables(board("3x7"), 3);
    assert!(check(&certificate, Some(&fewer)).is_err());
}

#[test]
fn hostile_files_are_refused_without_harm() {
    let (tables, solution) = start("3x5", 4);
    let bytes = solution.certificate.expect("a proof").to_bytes();
    let body = &bytes[..bytes.len() - 32];
    let mut random = Random::new(5);
    for _ in 0..10_000 {
        let mut changed = body.to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(changed.len());
            match random.below(4) {
                0 => changed[at] = random.next() as u8,
                1 => changed.truncate(at.max(1)),
                2 => changed.insert(at, random.next() as u8),
                _ if changed.len() > 1 => drop(changed.remove(at)),
                _ => {}
            }
        }
        if changed != body {
            assert!(!is_proof(&sealed(changed), &tables));
        }
    }
}
