// A motor with a speed and an end, so that moving takes time. Where it stands is a function of the clock; nothing ticks.

export interface Motor {
  readonly least: number;
  readonly most: number;
  /** Units a second. */
  readonly fastest: number;
  /** Turns on and on: beyond the most comes the least. */
  readonly endless: boolean;
}

/** What a motor drives, in the motor's units. */
export interface Drive {
  /** Where it truly stands now. */
  value(): number;
  isMoving(): boolean;
  /** By the shortest way, and no further than the motor reaches. @param speed units a second, at most the motor's */
  goTo(target: number, speed?: number): void;
  /** Moves at this rate (units a second, signed) until stopped, or for so long, or to its end. */
  sweep(rate: number, forMs: number): void;
  stop(): void;
}

/** Under way or at rest (`forMs` 0): from here, since then, so fast, so long. */
interface Glide {
  readonly from: number;
  readonly sinceMs: number;
  readonly rate: number;
  readonly forMs: number;
}

/** @param clock milliseconds of wall time: motors know no other */
export function createDrive(motor: Motor, start: number, clock: () => number): Drive {
  const resting = (from: number): Glide => ({ from, sinceMs: 0, rate: 0, forMs: 0 });
  let glide = resting(start);
  const value = (): number => valueAt(motor, glide, clock());

  return {
    value,
    isMoving: () => glide.rate !== 0 && clock() < glide.sinceMs + glide.forMs,
    goTo(target, requestedSpeed) {
      const from = value();
      const way = wayTo(motor, from, target);
      const speed = Math.min(motor.fastest, Math.abs(requestedSpeed || motor.fastest));
      glide = { from, sinceMs: clock(), rate: Math.sign(way) * speed, forMs: (Math.abs(way) / speed) * 1_000 };
    },
    sweep(rate, forMs) {
      const { fastest } = motor;
      glide = { from: value(), sinceMs: clock(), rate: Math.min(fastest, Math.max(-fastest, rate)), forMs };
    },
    stop() {
      glide = resting(value());
    },
  };
}

function valueAt(motor: Motor, { from, sinceMs, rate, forMs }: Glide, ms: number): number {
  const moved = from + (rate * Math.min(Math.max(0, ms - sinceMs), forMs)) / 1_000;
  // A millionth of a degree: what is left of adding up a way must not show.
  return Math.round(within(motor, rate === 0 ? from : moved) * 1e6) / 1e6;
}

function wayTo({ endless, least, most }: Motor, from: number, to: number): number {
  if (!endless) return Math.min(most, Math.max(least, to)) - from;
  const way = (((to - from) % 360) + 360) % 360;
  return way > 180 ? way - 360 : way;
}

function within({ endless, least, most }: Motor, value: number): number {
  if (!endless) return Math.min(most, Math.max(least, value));
  return value >= least && value <= most ? value : ((((value - least) % 360) + 360) % 360) + least;
}
