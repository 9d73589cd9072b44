// The clock of a replay: runs at a multiple of real time, can be set, and notifies its listeners of each second. No React: nothing renders
// sixty times a second.

export const SPEEDS = [1, 10, 60, 300, 600] as const;
export type Speed = (typeof SPEEDS)[number];

export const DAY_SECONDS = 86_400;

/** The time with positions, in seconds of the day. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Frames: `window.requestAnimationFrame` and its cancel. */
export interface Frames {
  readonly request: (run: (milliseconds: number) => void) => number;
  readonly cancel: (handle: number) => void;
}

export interface ReplayClock {
  readonly second: () => number;
  readonly isPlaying: () => boolean;
  readonly speed: () => Speed;
  readonly setSpeed: (speed: Speed) => void;
  /** The clock stays within the span; a second outside it is moved to the nearer end. */
  readonly setSpan: (span: Span) => void;
  /** Plays. At the end, playing starts again from the beginning. */
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (second: number) => void;
  /** Calls the listener with each new second (a fraction), and once immediately. @returns stop */
  readonly onSecond: (listener: (second: number) => void) => () => void;
  /** Calls the listener when the clock starts, stops or changes its speed. @returns stop */
  readonly onChange: (listener: () => void) => () => void;
}

/** A hidden tab has no frames: the clock continues from where it was. */
const LONGEST_FRAME_MS = 500;

export function createReplayClock({ request, cancel }: Frames): ReplayClock {
  const drawing = new Set<(second: number) => void>();
  const changed = new Set<() => void>();
  let span: Span = { from: 0, to: DAY_SECONDS };
  let second = 0;
  let speed: Speed = 60;
  let frame: number | null = null;
  let drawnAt: number | null = null;

  const tellChange = () => {
    for (const listener of [...changed]) listener();
  };
  const put = (next: number) => {
    second = Math.min(span.to, Math.max(span.from, next));
    for (const listener of [...drawing]) listener(second);
  };
  const run = (milliseconds: number) => {
    const elapsed = drawnAt === null ? 0 : Math.min(LONGEST_FRAME_MS, milliseconds - drawnAt);
    drawnAt = milliseconds;
    frame = request(run);
    put(second + (elapsed / 1000) * speed);
    if (second >= span.to) clock.pause();
  };

  const clock: ReplayClock = {
    second: () => second,
    isPlaying: () => frame !== null,
    speed: () => speed,
    setSpeed: (next) => {
      speed = next;
      tellChange();
    },
    setSpan: (next) => {
      span = next;
      put(second);
    },
    play: () => {
      if (frame !== null) return;
      if (second >= span.to) put(span.from);
      drawnAt = null;
      frame = request(run);
      tellChange();
    },
    pause: () => {
      if (frame === null) return;
      cancel(frame);
      frame = null;
      tellChange();
    },
    seek: put,
    onSecond: (listener) => {
      drawing.add(listener);
      listener(second);
      return () => void drawing.delete(listener);
    },
    onChange: (listener) => {
      changed.add(listener);
      return () => void changed.delete(listener);
    },
  };
  return clock;
}

/** The default speed: a day takes some two minutes, an hour one minute, a quarter of an hour a minute and a half. */
export function usualSpeed({ from, to }: Span): Speed {
  const seconds = to - from;
  if (seconds > 4 * 3_600) return 300;
  return seconds > 900 ? 60 : 10;
}

/** Formats a second of the day as `08:05:30`. */
export function clockOf(second: number): string {
  const whole = Math.min(DAY_SECONDS - 1, Math.max(0, Math.floor(second)));
  return [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
