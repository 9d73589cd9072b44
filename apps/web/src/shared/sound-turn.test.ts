import { expect, it } from 'vitest';
import { type Channel, createSoundTurn } from './sound-turn.ts';

/** Several windows of one browser, sharing a fake clock. */
function windows() {
  let now = 0;
  const timers = new Set<{ run: () => void; at: number }>();
  const channels = new Set<Channel>();
  const played: string[] = [];
  const open = (name: string, { inFront = false, chance = 0.5, frozen = false } = {}) => {
    const channel: Channel = {
      onmessage: null,
      postMessage: (data: unknown) => {
        for (const other of channels) if (other !== channel) other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent);
      },
      close: () => void channels.delete(channel),
    };
    channels.add(channel);
    const turn = createSoundTurn(
      channel,
      () => inFront,
      () => chance,
      (run, milliseconds) => {
        const timer = { run, at: now + milliseconds };
        if (!frozen) timers.add(timer);
        return () => void timers.delete(timer);
      },
    );
    turn.onOther(() => void played.push(`${name} heard`));
    return { take: () => turn.take(() => void played.push(name)), stop: turn.stop };
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const timer of [...timers]) {
      if (timer.at > now || !timers.delete(timer)) continue;
      timer.run();
    }
    return played.splice(0);
  };
  return { open, pass };
}

it('the focused window sounds at once, the others do not', () => {
  const { open, pass } = windows();
  const [back, front] = [open('back'), open('front', { inFront: true })];
  back.take();
  front.take();
  expect(pass(0)).toEqual(['back heard', 'front']);
  expect(pass(5_000)).toEqual([]);
});

it('if no window has the focus, one of them sounds, however many alarms arrive meanwhile', () => {
  const { open, pass } = windows();
  const [one, two] = [open('one', { chance: 0.7 }), open('two', { chance: 0.2 })];
  one.take();
  pass(60);
  two.take();
  one.take();
  expect(pass(40)).toEqual([]);
  expect(pass(60)).toEqual(['one heard', 'two']);
  expect(pass(5_000)).toEqual([]);
  one.take();
  expect(pass(100)).toEqual(['two heard', 'one']);
});

it('a window that yields its turn to another, which then does not sound, sounds itself after a second', () => {
  const { open, pass } = windows();
  const [frozen, alive] = [open('frozen', { chance: 0.1, frozen: true }), open('alive')];
  frozen.take();
  alive.take();
  expect(pass(100)).toEqual([]);
  expect(pass(1_000)).toEqual(['frozen heard', 'alive']);
});

it('a closed window takes no turn', () => {
  const { open, pass } = windows();
  const [closed, left] = [open('closed', { chance: 0.1 }), open('left')];
  closed.take();
  closed.stop();
  left.take();
  expect([...pass(100), ...pass(1_000)]).toEqual(['left']);
});
