// 告警洪泛: announces that more alarms arrive than can be checked one by one.
import type { ReactNode } from 'react';
import type { Influx } from './flood.ts';
import { useMessages } from './messages.ts';
import './alarm-overlay.css';

export function FloodNote({ flood, children }: { readonly flood: Influx; readonly children?: ReactNode }) {
  const { flood: messages } = useMessages();
  return (
    <p className="note flood-note tabular" data-tone="bad" role="status">
      <strong>{messages.title}</strong> {messages.influx(flood.alarms, flood.fires)}
      {children}
    </p>
  );
}
