// Refusals as values, and the maker that lacks everything: each real one says only what it can.
import { type Result, refuse } from '@lookout/domain';
import type { CameraMaker, MakerId, MakerRefusal } from './port.ts';

/** @param words the maker's own, cut to a line */
export function refusal(kind: MakerRefusal['refusal'], words?: string): Result<never, MakerRefusal> {
  const own = words?.replace(/\s+/g, ' ').trim().slice(0, 120);
  return refuse({ refusal: kind, words: own || null });
}

/** Every operation answers with this refusal. */
export function refusingMaker(maker: MakerId, kind: MakerRefusal['refusal']): CameraMaker {
  const no = async () => refusal(kind);
  return {
    maker,
    stream: no,
    move: no,
    lens: no,
    autoFocus: no,
    halt: no,
    aux: no,
    absolute: no,
    relative: no,
    position: no,
    presets: no,
    setPreset: no,
    goToPreset: no,
    removePreset: no,
    cruise: no,
  };
}
