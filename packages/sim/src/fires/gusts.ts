// The wind at a fire varies around that of the weather field: gusts of some minutes over a drift of some hours. The product's weather
// service knows neither.
import { drawsOf } from '../draws.ts';

/** Deviation of the wind at a time. */
export interface Gust {
  /** Factor on the wind speed. */
  readonly factor: number;
  /** Rotation of the wind direction, degrees clockwise. */
  readonly turnedDegrees: number;
}

interface Wander {
  /** Time constant: the time after which the correlation has fallen by 63 %. */
  readonly minutes: number;
  /** Standard deviation of the logarithm of the speed. */
  readonly speedLog: number;
  readonly degrees: number;
}

/** In light winds over hills a direction varies by 15° to 25° within the hour (F. Pasquill's classes A and B of stability); the drift is as large. 待核对 */
const WANDERS: readonly Wander[] = [
  { minutes: 20, speedLog: 0.2, degrees: 15 },
  { minutes: 360, speedLog: 0.2, degrees: 15 },
];

/**
 * One gust for each time step, always the same for the same seed and fire: first-order autoregressive processes (as of an Ornstein and
 * Uhlenbeck velocity).
 * @returns a function of the step number, which may be called in any order
 */
export function gustsOf(seed: number, fireId: string, stepMinutes: number): (step: number) => Gust {
  const draws = drawsOf(seed, 'gusts', fireId);
  const state = WANDERS.map(() => ({ speed: draws.normal(), turn: draws.normal() }));
  const gusts: Gust[] = [];
  const next = (): Gust => {
    const gust = {
      factor: Math.exp(state.reduce((sum, { speed }, n) => sum + (WANDERS[n] as Wander).speedLog * speed, 0)),
      turnedDegrees: state.reduce((sum, { turn }, n) => sum + (WANDERS[n] as Wander).degrees * turn, 0),
    };
    for (const [n, one] of state.entries()) {
      const retained = Math.exp(-stepMinutes / (WANDERS[n] as Wander).minutes);
      const fresh = Math.sqrt(1 - retained * retained);
      one.speed = retained * one.speed + fresh * draws.normal();
      one.turn = retained * one.turn + fresh * draws.normal();
    }
    return gust;
  };
  return (step) => {
    while (gusts.length <= step) gusts.push(next());
    return gusts[step] as Gust;
  };
}
