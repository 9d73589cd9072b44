// One chart of the report. Its numbers are also in tables, so the drawing itself needs no keyboard.
import type { ReportChart } from '@lookout/report';
import { loadScript } from '@lookout/web/shared/lazily.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { useEffect, useRef, useState } from 'react';
import type { DrawnChart } from './echarts-kit.ts';

const loadKit = () => loadScript(() => import('./echarts-kit.ts'));

interface Props {
  readonly chart: Omit<ReportChart, 'id'>;
  /** null: bars are not links for this user. */
  readonly onPick: ((target: NonNullable<ReturnType<ReportChart['targetOf']>>) => void) | null;
}

const PIXELS = 240;
const LINE_PIXELS = 22;
/** Height of legend and axis. */
const FRAME_PIXELS = 64;
const heightOf = ({ lines }: Pick<ReportChart, 'lines'>): number => (lines === null ? PIXELS : FRAME_PIXELS + LINE_PIXELS * lines);

export function Chart({ chart, onPick }: Props) {
  const { common } = useSharedMessages();
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ chart, onPick });
  latest.current = { chart, onPick };
  const [drawn, setDrawn] = useState<DrawnChart | 'failed' | null>(null);

  useEffect(() => {
    let isOver = false;
    let own: DrawnChart | null = null;
    loadKit().then(
      ({ drawChart }) => {
        if (isOver || host.current === null) return;
        own = drawChart(host.current, (seriesIndex, dataIndex) => {
          const target = latest.current.chart.targetOf(seriesIndex, dataIndex);
          if (target !== null) latest.current.onPick?.(target);
        });
        setDrawn(own);
      },
      () => !isOver && setDrawn('failed'),
    );
    const sizes = new ResizeObserver(() => own?.resize());
    if (host.current) sizes.observe(host.current);
    return () => {
      isOver = true;
      sizes.disconnect();
      own?.remove();
    };
  }, []);
  useEffect(() => {
    if (drawn !== null && drawn !== 'failed') drawn.draw(chart.option);
  }, [drawn, chart]);

  return (
    <figure className="statistics-chart" aria-label={chart.title}>
      {drawn === 'failed' && <p className="second">{common.noScript}</p>}
      <div ref={host} style={{ height: heightOf(chart) }} data-clickable={onPick !== null} />
    </figure>
  );
}
