// A number in a form, with its limits.
import { Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useMonitorConfigMessages } from './messages.ts';

interface Props {
  readonly name: string | (string | number)[];
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly required?: boolean;
  readonly extra?: ReactNode;
  readonly isWhole?: boolean;
}

export function FigureItem({ name, label, min, max, step = 1, required = false, extra, isWhole = false }: Props) {
  const { rules } = useMonitorConfigMessages().camera;
  return (
    <Form.Item name={name} label={label} extra={extra} rules={required ? [{ required: true, message: rules.number }] : []}>
      <InputNumber min={min} max={max} step={step} {...(isWhole && { precision: 0 })} />
    </Form.Item>
  );
}
