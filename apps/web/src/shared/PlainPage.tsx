// A page with only a message: not found, no right, broken, loading. Plain HTML, so that it needs no further chunk.
import type { ReactNode } from 'react';
import { useSharedMessages } from './text/messages.ts';

export function PlainPage(props: { readonly title: string; readonly hint: string; readonly children?: ReactNode }) {
  return (
    <section className="plain-page">
      <h1>{props.title}</h1>
      <p>{props.hint}</p>
      {props.children}
    </section>
  );
}

/** Shown while a page's script or the user info is loading. */
export function Splash() {
  const shared = useSharedMessages();
  return (
    <div className="plain-page" role="status">
      <p>{shared.common.loading}</p>
    </div>
  );
}
