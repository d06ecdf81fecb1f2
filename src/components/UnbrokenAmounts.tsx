/** A text whose amounts in lakh are broken only where they are wider than a line. */
export const UnbrokenAmounts = ({ text }: { text: string }) =>
  text.split(/(₹\d+ Lakh)/).map((part) =>
    part.startsWith('₹') ? (
      <span key={part} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
