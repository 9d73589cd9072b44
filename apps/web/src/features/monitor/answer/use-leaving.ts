// What still waits its five seconds goes at once when the officer turns away: another page, the header (where one logs out), a closed window.
import { useEffect } from 'react';
import { useDesk } from '../use-desk.ts';

export function useLeaving(): void {
  const { answering } = useDesk();
  useEffect(() => {
    const { flush, leave } = answering;
    const turned = ({ target }: Event) => {
      if (target instanceof Element && target.closest('header.header')) flush();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('pointerdown', turned, { capture: true });
    document.addEventListener('focusin', turned);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('pointerdown', turned, { capture: true });
      document.removeEventListener('focusin', turned);
      flush();
    };
  }, [answering]);
}
