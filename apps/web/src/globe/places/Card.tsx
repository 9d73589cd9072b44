// The frame of every card that opens on a click on a place, and its rows.
import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { IconButton } from '../../shared/IconButton.tsx';
import { useGlobeMessages } from '../messages.ts';
import './places.css';

export function Card(props: { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }) {
  const messages = useGlobeMessages().card;
  return (
    <section className="place-card panel" role="dialog" aria-label={props.title}>
      <header className="panel-head">
        <h2 className="cut" title={props.title}>
          {props.title}
        </h2>
        <IconButton label={messages.close} icon={<CloseOutlined />} onClick={props.onClose} />
      </header>
      {props.children}
    </section>
  );
}

type Row = readonly [label: string, value: ReactNode];

export function Rows({ rows }: { readonly rows: readonly Row[] }) {
  const { unknown } = useGlobeMessages().card;
  return (
    <dl className="facts tabular">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === '' ? unknown : value}</dd>
        </div>
      ))}
    </dl>
  );
}
