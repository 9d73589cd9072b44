// The clock of a replay: runs at a multiple of time, can be set, and tells its second to whoever draws. No React: sixty times a second nothing renders.

export const SPEEDS = [1, 10, 60, 300, 600] as const;
export type Speed = (typeof SPEEDS)[number];

export const DAY_SECONDS = 86_400;

/** From when to when there is something to see, seconds of the day. */
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
  /** The clock stays within the span; a second outside of it is moved to its nearer end. */
  readonly setSpan: (span: Span) => void;
  /** From the end it starts again at the beginning. */
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (second: number) => void;
  /** With each new second (a fraction), and at once. @returns stop */
  readonly onSecond: (listener: (second: number) => void) => () => void;
  /** When it starts, stops or changes its speed. @returns stop */
  readonly onChange: (listener: () => void) => () => void;
}

/** A tab that was hidden had no frames: it goes on where it stood. */
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

/** A day in some two minutes, an hour in one, a quarter of an hour in a minute and a half. */
export function usualSpeed({ from, to }: Span): Speed {
  const seconds = to - from;
  if (seconds > 4 * 3_600) return 300;
  return seconds > 900 ? 60 : 10;
}

/** `08:05:30` of a second of the day. */
export function clockOf(second: number): string {
  const whole = Math.min(DAY_SECONDS - 1, Math.max(0, Math.floor(second)));
  return [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
