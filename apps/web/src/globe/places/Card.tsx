// The frame of every card that opens on a click on a place, and its rows.
import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useGlobeWords } from '../words.ts';
import './places.css';

export function Card(props: { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }) {
  const words = useGlobeWords().card;
  return (
    <section className="place-card panel" role="dialog" aria-label={props.title}>
      <header>
        <h2 title={props.title}>{props.title}</h2>
        <button type="button" className="icon-button" aria-label={words.close} title={words.close} onClick={props.onClose}>
          <CloseOutlined />
        </button>
      </header>
      {props.children}
    </section>
  );
}

type Row = readonly [label: string, value: ReactNode];

export function Rows({ rows }: { readonly rows: readonly Row[] }) {
  const { unknown } = useGlobeWords().card;
  return (
    <dl className="tabular">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === '' ? unknown : value}</dd>
        </div>
      ))}
    </dl>
  );
}
