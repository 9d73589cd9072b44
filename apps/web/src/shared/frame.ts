/**
 * Runs `run` once: before the next frame, or after 250 ms where no frame comes (a hidden tab draws none, yet an alarm must sound).
 */
export function nextFrame(run: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, 250);
}
