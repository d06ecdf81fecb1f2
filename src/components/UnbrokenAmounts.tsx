/** A text whose amounts in lakh are never broken into two lines. */
export const UnbrokenAmounts = ({ text }: { text: string }) =>
  text.split(/(₹\d+ Lakh)/).map((part) =>
    part.startsWith('₹') ? (
      <span key={part} className="no-wrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
