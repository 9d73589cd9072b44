// One of a few things to choose from, pressed or not.
import { Button, type ButtonProps } from 'antd';

interface Props extends Omit<ButtonProps, 'size' | 'shape' | 'style' | 'aria-pressed'> {
  readonly pressed: boolean;
}

const OFF = { gap: 4, paddingInline: 7, fontSize: 12, color: 'var(--second)' } as const;
const ON = { ...OFF, borderColor: 'var(--accent)', background: 'var(--chosen)', color: 'var(--text)' } as const;

export const Chip = ({ pressed, ...rest }: Props) => (
  <Button size="small" shape="round" aria-pressed={pressed} style={pressed ? ON : OFF} {...rest} />
);
