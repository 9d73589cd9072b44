// 态势与文书 of a fire: its drawings, orders, and documents.

import { Tabs } from 'antd';
import { useState } from 'react';
import type { Verdict } from '../../alarm/alarm.ts';
import { DocumentsPart } from './DocumentsPart.tsx';
import { useSituationMessages } from './messages.ts';
import { OrdersPart } from './OrdersPart.tsx';
import { PlotsPart } from './PlotsPart.tsx';
import './situation.css';

const PARTS = ['plots', 'orders', 'documents'] as const;
type Part = (typeof PARTS)[number];

interface Props {
  /** The id of the fire's alarm. Another alarm needs another instance of the tab, so pass it as the key too. */
  readonly fireId: string;
  /** Judged real and not closed. */
  readonly isBurning: boolean;
  readonly verdict: Verdict;
}

export function SituationTab({ fireId, isBurning, verdict }: Props) {
  const messages = useSituationMessages();
  const [part, setPart] = useState<Part>('plots');
  const bodies = {
    plots: <PlotsPart fireId={fireId} />,
    orders: <OrdersPart fireId={fireId} isBurning={isBurning} />,
    documents: <DocumentsPart fireId={fireId} verdict={verdict} />,
  } as const;
  return (
    <Tabs
      className="situation"
      size="small"
      destroyOnHidden
      activeKey={part}
      onChange={(key) => setPart(key as Part)}
      items={PARTS.map((key) => ({ key, label: messages.parts[key], children: bodies[key] }))}
    />
  );
}
