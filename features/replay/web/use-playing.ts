// Plays a replay frame by frame, at a multiple of real time.
import { useEffect, useRef, useState } from 'react';
import type { ReplayDesk } from './replay-desk.ts';

export const SPEEDS = [1, 10, 60, 600, 3600] as const;
export type Speed = (typeof SPEEDS)[number];
export const USUAL_SPEED: Speed = 60;

/** A late frame, for instance after the tab was hidden, advances the replay by no more than this, milliseconds. */
const LONGEST_FRAME_MS = 250;

interface Playing {
  readonly isPlaying: boolean;
  readonly setPlaying: (isPlaying: boolean) => void;
}

/** @param end epoch milliseconds at which the replay stops */
export function usePlaying(desk: ReplayDesk, end: number, speed: Speed): Playing {
  const [isPlaying, setPlaying] = useState(false);
  const latest = useRef(speed);
  latest.current = speed;
  useEffect(() => {
    if (!isPlaying) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function step(at) {
      const elapsed = Math.min(LONGEST_FRAME_MS, Math.max(0, at - before));
      before = at;
      desk.advance(desk.moment() + elapsed * latest.current);
      if (desk.moment() >= end) setPlaying(false);
      else frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [desk, end, isPlaying]);
  const play = (next: boolean) => {
    if (!next) desk.pause();
    setPlaying(next);
  };
  return { isPlaying, setPlaying: play };
}
