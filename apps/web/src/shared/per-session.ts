// What one logged-in person has on this desk: made for whoever needs it first, and gone with the session, so that the next finds none of it.
import type { Services } from './services.ts';

/** @param end takes it down */
export function perSession<T>(make: (services: Services) => T, end: (thing: T) => void = () => undefined): (services: Services) => T {
  const kept = new WeakMap<Services, { readonly thing: T }>();
  return (services) => {
    const standing = kept.get(services);
    if (standing) return standing.thing;
    const thing = make(services);
    kept.set(services, { thing });
    const { accid } = services.session.get();
    const unsubscribe = services.session.subscribe(() => {
      const now = services.session.get();
      // A page that is about to go may ask once more after the end: that is nobody's, and not the next person's either.
      if (now.token !== null && now.accid === accid) return;
      unsubscribe();
      kept.delete(services);
      end(thing);
    });
    return thing;
  };
}
