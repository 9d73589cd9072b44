// A page that only says something: not found, no right, broken. Plain HTML, so that it needs no chunk to show itself.
import type { ReactNode } from 'react';

export function PlainPage(props: { readonly title: string; readonly hint: string; readonly children?: ReactNode }) {
  return (
    <section className="plain-page">
      <h1>{props.title}</h1>
      <p>{props.hint}</p>
      {props.children}
    </section>
  );
}
