"""What results keep to: tolerance, memory and the bounds of the machine."""
