//! Batches of games against single games, whole turns and other numbers of threads.

use std::num::NonZeroUsize;

use fanorona::batch::{Autoreset, Batch, BatchError, Settings};
use fanorona::observation::Observation;
use fanorona::{Capture, Chain, Fen, Game, Outcome, Position, Rules, Variant};

fn settings(variant: Variant, rules: Rules) -> Settings {
    Settings {
        variant,
        rules,
        games: 25,
        threads: NonZeroUsize::MIN,
        seed: 5,
        autoreset: Autoreset::NextStep,
        max_turns: None,
        observations: true,
        masks: true,
    }
}

/// Rule sets that are played step by step, each field with each of its values.
fn rule_sets() -> Vec<Rules> {
    let mut sets = vec![Rules::STANDARD, Rules::FIFTY, Rules::ALQUERQUE];
    for &chain in Chain::ALL {
        for capture in [Capture::Mandatory, Capture::Optional] {
            sets.push(Rules { chain, capture, no_capture: Some(20), ..Rules::STANDARD });
            sets.push(Rules { chain, capture, reversal: false, ..Rules::STANDARD });
            sets.push(Rules { chain, capture, first_turn_single: true, ..Rules::STANDARD });
            sets.push(Rules { chain, capture, most: true, ..Rules::STANDARD });
        }
    }
    sets
}

fn join<T: Copy>(parts: impl Iterator<Item = Vec<T>>) -> Vec<T> {
    parts.flatten().collect()
}

/// A batch beside games that play the same turns, each as a whole.
struct Twins {
    batch: Batch,
    games: Vec<Game>,
    ended: usize,
}

impl Twins {
    fn new(settings: Settings) -> Self {
        let game = Game::new(settings.variant, settings.rules);
        let games = vec![game; settings.games];
        Self { batch: Batch::new(settings).expect("settings"), games, ended: 0 }
    }

    /// Plays a random step in each game and compares.
    fn step(&mut self) {
        let before: Vec<Position> = self.batch.fens().iter().map(|fen| fen.position).collect();
        let mut actions = Vec::new();
        self.batch.sample(&mut actions).expect("threads");
        self.batch.step(&actions).expect("legal actions");
        let fens = self.batch.fens();
        for (index, fen) in fens.iter().enumerate() {
            self.follow(index, &before[index], actions[index] as u32, fen);
        }
        self.compare();
    }

    fn follow(&mut self, index: usize, before: &Position, action: u32, fen: &Fen) {
        let game = &mut self.games[index];
        if game.outcome().is_some() {
            *game = Game::new(before.variant(), before.rules());
        } else if let Some(step) = before.variant().step_of(action).expect("an action")
            && fen.position.chain().is_some()
        {
            game.push_step(step).expect("a legal step");
        } else {
            // The turn is over: take the steps of it back and play it as a whole.
            let mut steps: Vec<_> =
                before.chain().iter().flat_map(|turn| turn.steps().collect::<Vec<_>>()).collect();
            steps.extend(before.variant().step_of(action).expect("an action"));
            if before.chain().is_some() {
                game.pop();
            }
            let turn = fanorona::Move::from_steps(before.variant(), None, &steps).expect("steps");
            game.push(&turn).expect("a legal turn");
            self.ended += usize::from(game.outcome().is_some());
        }
        assert_eq!(game.fen(), *fen, "action {action} in {before:?}");
    }

    fn compare(&self) {
        let variant = self.games[0].position().variant();
        let mut masks = vec![0; self.games.len() * variant.action_count()];
        for mark in self.batch.arrays().flat_map(|arrays| &arrays.marks) {
            masks[*mark as usize] += 1;
        }
        let observations = join(self.batch.arrays().map(|arrays| arrays.observations.clone()));
        let terminated = join(self.batch.arrays().map(|arrays| arrays.terminated.clone()));
        let rewards = join(self.batch.arrays().map(|arrays| arrays.rewards.clone()));
        let mask_rows = masks.chunks_exact(variant.action_count());
        let observation_rows = observations.chunks_exact(Observation::size(variant));
        for (index, (game, legal)) in self.games.iter().zip(self.batch.legal()).enumerate() {
            let actions = game.actions().expect("steps");
            assert!(legal.iter().map(|action| u32::from(*action)).eq(actions.iter().copied()));
            let mask = mask_rows.clone().nth(index).expect("a row");
            let marked = (0u32..).zip(mask).filter(|(_, mark)| **mark == 1);
            assert!(marked.map(|(action, _)| action).eq(actions));
            let seen = Observation::of_game(game, game.position().turn()).to_bytes();
            assert_eq!(observation_rows.clone().nth(index), Some(&seen[..]));
            assert_eq!(terminated[index] == 1, game.outcome().is_some());
            let paid = match game.outcome().map(|end: Outcome| end.result()) {
                Some("1-0") => [1.0, -1.0],
                Some("0-1") => [-1.0, 1.0],
                _ => [0.0, 0.0],
            };
            assert_eq!(rewards[2 * index..2 * index + 2], paid);
        }
    }
}

#[test]
fn games_agree_step_by_step_with_whole_turns() {
    for variant in Variant::ALL {
        for rules in rule_sets() {
            let mut twins = Twins::new(Settings { games: 3, ..settings(variant, rules) });
            for _ in 0..60 {
                twins.step();
            }
        }
    }
}

#[test]
#[ignore = "deep: 10,000 games on each board"]
fn ten_thousand_games_agree_with_whole_turns() {
    for variant in Variant::ALL {
        let rules = Rules { no_capture: Some(50), ..Rules::STANDARD };
        let mut twins = Twins::new(Settings { games: 500, ..settings(variant, rules) });
        while twins.ended < 10_000 {
            twins.step();
        }
    }
}

/// The states that random play leads through.
fn states(settings: Settings, steps: usize) -> Vec<Vec<u8>> {
    let mut batch = Batch::new(settings).expect("settings");
    let mut actions = Vec::new();
    let mut states = Vec::new();
    for _ in 0..steps {
        batch.sample(&mut actions).expect("threads");
        batch.step(&actions).expect("legal actions");
        states.push(batch.state_bytes());
    }
    states
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
        let one = Settings { autoreset, ..settings(Variant::DIMY, Rules::STANDARD) };
        let expected = states(one, 80);
        for threads in [2, 3, 25, 40] {
            let threads = NonZeroUsize::new(threads).expect("some");
            assert_eq!(states(Settings { threads, ..one }, 80), expected);
        }
        assert_ne!(states(Settings { seed: 6, ..one }, 80), expected);
    }
}

#[test]
fn a_state_leads_on_as_before() {
    for rules in rule_sets() {
        let settings = Settings { max_turns: Some(30), ..settings(Variant::DIMY, rules) };
        let mut batch = Batch::new(settings).expect("settings");
        let mut actions = Vec::new();
        for _ in 0..70 {
            batch.sample(&mut actions).expect("threads");
            batch.step(&actions).expect("legal actions");
            let state = batch.state_bytes();
            let mut other = Batch::new(Settings { seed: 99, ..settings }).expect("settings");
            other.set_state(&state).expect("a state");
            assert_eq!(other.state_bytes(), state);
            let mut fork = batch.fork().expect("threads");
            for twin in [&mut other, &mut fork] {
                assert!(twin.legal().eq(batch.legal()));
                let mut sampled = Vec::new();
                twin.sample(&mut sampled).expect("threads");
                twin.step(&sampled).expect("legal actions");
            }
            assert_eq!(other.state_bytes(), fork.state_bytes());
        }
    }
}

#[test]
fn damaged_states_are_refused() {
    let mut batch = Batch::new(settings(Variant::TELO, Rules::STANDARD)).expect("settings");
    let state = batch.state_bytes();
    for length in 0..state.len() {
        assert!(batch.set_state(&state[..length]).is_err());
    }
    let mut longer = state.clone();
    longer.push(0);
    assert!(matches!(batch.set_state(&longer), Err(BatchError::State(_))));
    for other in [
        settings(Variant::DIMY, Rules::STANDARD),
        settings(Variant::TELO, Rules::FIFTY),
        Settings { games: 24, ..settings(Variant::TELO, Rules::STANDARD) },
    ] {
        assert!(Batch::new(other).expect("settings").set_state(&state).is_err());
    }
    for index in 0..state.len() {
        let mut changed = state.clone();
        changed[index] ^= 0x55;
        // Many changes give another state; none may do more than that.
        let _ = batch.set_state(&changed);
    }
    batch.set_state(&state).expect("a state");
    assert_eq!(batch.state_bytes(), state);
}

#[test]
fn an_illegal_action_changes_no_game() {
    let threads = NonZeroUsize::new(4).expect("some");
    let mut batch = Batch::new(Settings { threads, ..settings(Variant::TSIVY, Rules::STANDARD) })
        .expect("settings");
    let before = batch.state_bytes();
    for (game, wrong) in [(0, 0), (7, -1), (12, 1081), (24, 1080), (24, i64::MAX), (3, 310 + 65536)]
    {
        let mut actions = vec![310; 25];
        actions[game] = wrong;
        let text = batch.step(&actions).expect_err("a refusal").to_string();
        assert_eq!(text, format!("actions: game {game}: action {wrong} is not legal"));
        assert_eq!(batch.state_bytes(), before);
    }
    assert!(matches!(batch.step(&[310]), Err(BatchError::Length { found: 1, games: 25, .. })));
    assert_eq!(batch.state_bytes(), before);
}

#[test]
fn positions_of_other_boards_and_rule_sets_change_no_game() {
    let mut batch = Batch::new(settings(Variant::TSIVY, Rules::STANDARD)).expect("settings");
    let before = batch.state_bytes();
    let start =
        |variant, rules| Fen { position: Position::start(variant, rules), quiet: 0, number: 1 };
    let moved = Fen::parse("8b/9/9/9/w8 w", Rules::STANDARD).expect("a position");
    for (wrong, says) in [
        (
            start(Variant::DIMY, Rules::STANDARD),
            "fens: game 7: invalid position: ROWS: a dimy board",
        ),
        (start(Variant::TSIVY, Rules::FIFTY), "fens: game 7: invalid position: rules: fifty"),
    ] {
        let mut fens = vec![moved; 25];
        fens[7] = wrong;
        let text = batch.set_fens(&fens).expect_err("a refusal").to_string();
        assert!(text.starts_with(says), "{text}");
        assert_eq!(batch.state_bytes(), before);
    }
    let refused = batch.set_fens(&[moved; 24]);
    assert!(matches!(refused, Err(BatchError::Length { found: 24, games: 25, .. })));
    assert_eq!(batch.state_bytes(), before);
}

#[test]
fn random_choices_begin_anew_with_a_seed_and_go_on_without() {
    let new = || Batch::new(settings(Variant::DIMY, Rules::STANDARD)).expect("settings");
    let begun_anew = |seed, mask: Option<&[bool]>| {
        let mut batch = new();
        let mut actions = Vec::new();
        for _ in 0..5 {
            batch.sample(&mut actions).expect("threads");
            batch.step(&actions).expect("legal actions");
        }
        batch.reset(seed, mask).expect("a mask");
        batch.sample(&mut actions).expect("threads");
        actions
    };
    let mut expected = Vec::new();
    new().sample(&mut expected).expect("threads");
    assert_eq!(begun_anew(Some(5), None), expected, "the seed of the settings");
    let without = begun_anew(None, None);
    assert_ne!(without, expected);
    let mask: Vec<bool> = (0..25).map(|game| game < 20).collect();
    let some = begun_anew(Some(5), Some(&mask));
    assert_eq!(some[..20], expected[..20]);
    assert_eq!(some[20..], begun_anew(None, Some(&mask))[20..]);
}

#[test]
fn settings_without_meaning_are_refused() {
    let right = settings(Variant::TSIVY, Rules::STANDARD);
    for (wrong, field) in [
        (Settings { rules: Rules::HUFFING, ..right }, "rules"),
        (Settings { games: 0, ..right }, "games"),
        (Settings { max_turns: Some(0), ..right }, "max_turns"),
    ] {
        let text = Batch::new(wrong).err().expect("settings").to_string();
        assert!(text.starts_with(field), "{text}");
    }
}

/// A batch of one game in which the only step wins.
fn about_to_be_won(autoreset: Autoreset) -> (Batch, i64) {
    let one = Settings { games: 1, autoreset, ..settings(Variant::TSIVY, Rules::STANDARD) };
    let mut batch = Batch::new(one).expect("settings");
    let fen = Fen::parse("9/9/w1bbbbbbb/9/9 w", Rules::STANDARD).expect("a position");
    batch.set_fens(&[fen]).expect("a position");
    (batch, i64::from(fen.position.actions().expect("steps")[0]))
}

/// What is shown of a single game: whether it ended, what was paid, whether it is at its start.
fn shown(batch: &Batch) -> (u8, Vec<f32>, bool) {
    let arrays = batch.arrays().next().expect("a part");
    let start = Position::start(Variant::TSIVY, Rules::STANDARD);
    (arrays.terminated[0], arrays.rewards.clone(), batch.fens()[0].position == start)
}

#[test]
fn a_game_begins_anew_in_the_next_step() {
    let (mut batch, winning) = about_to_be_won(Autoreset::NextStep);
    batch.step(&[winning]).expect("legal actions");
    assert_eq!(shown(&batch), (1, vec![1.0, -1.0], false));
    assert_eq!(batch.legal().next(), Some(&[][..]));
    batch.step(&[-7]).expect("legal actions");
    assert_eq!(shown(&batch), (0, vec![0.0, 0.0], true));
    assert_eq!(batch.final_observations().count(), 0);
}

#[test]
fn a_game_begins_anew_in_the_same_step() {
    let (mut batch, winning) = about_to_be_won(Autoreset::SameStep);
    batch.step(&[winning]).expect("legal actions");
    assert_eq!(shown(&batch), (1, vec![1.0, -1.0], true));
    let last = batch.final_observations().next().expect("a game ended").to_bytes();
    assert_eq!(last[..45].iter().sum::<u8>(), 0, "Black is to move and has no stone");
    batch.step(&[310]).expect("legal actions");
    assert_eq!(shown(&batch), (0, vec![0.0, 0.0], false));
    assert_eq!(batch.final_observations().count(), 0);
    let over = Fen::parse("9/9/9/bb7/wb7 w", Rules::STANDARD).expect("a position");
    let text = batch.set_fens(&[over]).expect_err("a refusal").to_string();
    assert!(text.ends_with("is over already (BLOCKED)"), "{text}");
}

#[test]
fn a_game_begins_anew_when_asked_to() {
    let (mut batch, winning) = about_to_be_won(Autoreset::Disabled);
    batch.step(&[winning]).expect("legal actions");
    assert_eq!(shown(&batch), (1, vec![1.0, -1.0], false));
    batch.step(&[-7]).expect("legal actions");
    assert_eq!(shown(&batch), (1, vec![0.0, 0.0], false), "paid once");
    batch.reset(None, Some(&[false])).expect("a mask");
    assert_eq!(shown(&batch), (1, vec![0.0, 0.0], false));
    batch.reset(None, Some(&[true])).expect("a mask");
    assert_eq!(shown(&batch), (0, vec![0.0, 0.0], true));
}

#[test]
fn games_that_do_not_begin_anew_still_show_what_the_last_step_did() {
    let fen = Fen::parse("9/9/w1bbbbbbb/9/9 w", Rules::STANDARD).expect("a position");
    let winning = i64::from(fen.position.actions().expect("steps")[0]);
    for &autoreset in Autoreset::ALL {
        for threads in [1, 3] {
            let threads = NonZeroUsize::new(threads).expect("some");
            let right = settings(Variant::TSIVY, Rules::STANDARD);
            let four = Settings { games: 4, threads, autoreset, ..right };
            let mut batch = Batch::new(four).expect("settings");
            batch.set_fens(&[fen; 4]).expect("positions");
            batch.step(&[winning; 4]).expect("legal actions");
            let ends = |batch: &Batch| {
                let rewards = join(batch.arrays().map(|arrays| arrays.rewards.clone()));
                (rewards, join(batch.arrays().map(|arrays| arrays.terminated.clone())))
            };
            batch.reset(None, Some(&[false, true, false, false])).expect("a mask");
            let rewards = vec![1.0, -1.0, 0.0, 0.0, 1.0, -1.0, 1.0, -1.0];
            assert_eq!(ends(&batch), (rewards, vec![1, 0, 1, 1]), "{autoreset}");
            batch.reset(None, None).expect("threads");
            assert_eq!(ends(&batch), (vec![0.0; 8], vec![0; 4]), "{autoreset}");
        }
    }
}

#[test]
fn a_long_game_is_broken_off_without_reward() {
    let mut batch =
        Batch::new(Settings { max_turns: Some(4), ..settings(Variant::TSIVY, Rules::THEORY) })
            .expect("settings");
    let mut actions = Vec::new();
    let mut broken_off = 0;
    for _ in 0..40 {
        batch.sample(&mut actions).expect("threads");
        batch.step(&actions).expect("legal actions");
        let arrays = batch.arrays().next().expect("a part");
        for (game, fen) in batch.fens().iter().enumerate() {
            let after_four = fen.number == 3 && fen.position.chain().is_none();
            assert_eq!(arrays.truncated[game] == 1, after_four);
            assert_eq!(arrays.terminated[game], 0);
            broken_off += usize::from(after_four);
        }
        assert!(arrays.rewards.iter().all(|reward| *reward == 0.0));
    }
    assert!(broken_off > 50);
}
