import { useSharedWords } from './text/words.ts';

/** Shown while a page's script or the user info is on its way. */
export function Splash() {
  const shared = useSharedWords();
  return (
    <div className="plain-page" role="status">
      <p>{shared.common.loading}</p>
    </div>
  );
}
