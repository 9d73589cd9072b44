import { useSharedMessages } from './text/messages.ts';

/** Shown while a page's script or the user info is on its way. */
export function Splash() {
  const shared = useSharedMessages();
  return (
    <div className="plain-page" role="status">
      <p>{shared.common.loading}</p>
    </div>
  );
}
