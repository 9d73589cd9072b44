import { DualPlayer } from './DualPlayer.tsx';
import { locateOverlay } from './locating/LocateOverlay.tsx';
import { useVideoDesk, useVideoState } from './video-desk.ts';

/** The live video that is open on this desk, wherever it was opened; stands beside the map. */
export function VideoStage() {
  const desk = useVideoDesk();
  const target = useVideoState(({ open }) => open);
  return target && <DualPlayer key={JSON.stringify(target)} target={target} onClose={desk.close} overlay={locateOverlay} />;
}
