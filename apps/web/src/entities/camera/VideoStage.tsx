import { DualPlayer } from './DualPlayer.tsx';
import { locateOverlay } from './locating/LocateOverlay.tsx';
import { useVideoState, useVideoStore } from './video-store.ts';

/** The live video that is open on this desk, wherever it was opened; stands beside the map. */
export function VideoStage() {
  const store = useVideoStore();
  const target = useVideoState(({ open }) => open);
  return target && <DualPlayer key={JSON.stringify(target)} target={target} onClose={store.close} overlay={locateOverlay} />;
}
