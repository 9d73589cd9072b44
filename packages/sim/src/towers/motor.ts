// A motor with a speed and limits, so that moving takes time. Its value is a function of the clock; no timer runs.

export interface Motor {
  readonly least: number;
  readonly most: number;
  /** Units a second. */
  readonly fastest: number;
  /** Turns without end: past `most` it continues at `least`. */
  readonly endless: boolean;
}

/** What a motor drives, in the motor's units. */
export interface Drive {
  /** The true current value. */
  value(): number;
  isMoving(): boolean;
  /** Moves to the target by the shortest way, no further than the motor's limits. @param speed units a second, at most the motor's */
  goTo(target: number, speed?: number): void;
  /** Moves at this rate (units a second, signed) until stopped, until the time is over, or until the limit is reached. */
  sweep(rate: number, forMs: number): void;
  stop(): void;
}

/** A movement: start value, start time, rate and duration. At rest the rate and the duration are 0. */
interface Motion {
  readonly from: number;
  readonly sinceMs: number;
  readonly rate: number;
  readonly forMs: number;
}

/** @param clock milliseconds of wall time: motors do not follow world time */
export function createDrive(motor: Motor, start: number, clock: () => number): Drive {
  const resting = (from: number): Motion => ({ from, sinceMs: 0, rate: 0, forMs: 0 });
  let motion = resting(start);
  const value = (): number => valueAt(motor, motion, clock());

  return {
    value,
    isMoving: () => motion.rate !== 0 && clock() < motion.sinceMs + motion.forMs,
    goTo(target, requestedSpeed) {
      const from = value();
      const way = wayTo(motor, from, target);
      const speed = Math.min(motor.fastest, Math.abs(requestedSpeed || motor.fastest));
      motion = { from, sinceMs: clock(), rate: Math.sign(way) * speed, forMs: (Math.abs(way) / speed) * 1_000 };
    },
    sweep(rate, forMs) {
      const { fastest } = motor;
      motion = { from: value(), sinceMs: clock(), rate: Math.min(fastest, Math.max(-fastest, rate)), forMs };
    },
    stop() {
      motion = resting(value());
    },
  };
}

function valueAt(motor: Motor, { from, sinceMs, rate, forMs }: Motion, ms: number): number {
  const moved = from + (rate * Math.min(Math.max(0, ms - sinceMs), forMs)) / 1_000;
  // Rounded to a millionth of a degree, which hides floating-point residue.
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
